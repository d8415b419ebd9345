;;; dap-fungescope.el --- Befunge-93 in dap-mode, with Fungescope  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.1") (dap-mode "0.7"))

;;; Commentary:

;; Registers `fungescope dap' with dap-mode, and adds what dap-mode has no command for: the way
;; back in time.
;;
;;     (load "/path/to/fungescope/editors/emacs/dap-fungescope.el")
;;
;; Then M-x dap-debug in a Befunge file, or with a configuration of your own:
;;
;;     (dap-register-debug-template "Befunge: a sudoku"
;;       (list :type "fungescope" :request "launch" :name "Befunge: a sudoku"
;;             :puzzle "/path/to/puzzle.txt"))
;;
;; :program is the file of the buffer if it is left out.

;;; Code:

(require 'dap-mode)
(require 'subr-x)
(require 'dap-ui)  ; dap-mode needs it where an adapter has exception breakpoints

(defgroup dap-fungescope nil
  "Befunge-93 with Fungescope."
  :group 'dap-mode)

(defcustom dap-fungescope-program "fungescope"
  "The program `fungescope', by name or path."
  :type 'string)

(define-derived-mode befunge93-mode fundamental-mode "Befunge"
  "For programs that are drawn: no wrapping, no tabs, no indentation."
  (setq-local truncate-lines t
              indent-tabs-mode nil
              require-final-newline nil)
  (electric-indent-local-mode -1))

(add-to-list 'auto-mode-alist '("\\.\\(b93\\|bf93\\|befunge\\)\\'" . befunge93-mode))

(defun dap-fungescope--configuration (configuration)
  "CONFIGURATION with the adapter, and with a program if it names none."
  (let ((file (or (plist-get configuration :program) (buffer-file-name)
                  (user-error "This buffer has no file; give the configuration a :program"))))
    (setq configuration (plist-put configuration :program (expand-file-name file)))
    (plist-put configuration :dap-server-path
               (list (executable-find dap-fungescope-program) "dap"))))

(dap-register-debug-provider "fungescope" #'dap-fungescope--configuration)

(dap-register-debug-template "Befunge: this file"
  (list :type "fungescope" :request "launch" :name "Befunge: this file" :stopOnEntry t))

(defun dap-fungescope-step-back (session)
  "Undo the last step of SESSION."
  (interactive (list (dap--cur-active-session-or-die)))
  (dap--step "stepBack" session))

(defun dap-fungescope-reverse-continue (session)
  "Go back to the latest stop of SESSION, or to the beginning."
  (interactive (list (dap--cur-active-session-or-die)))
  (dap--step "reverseContinue" session))

(defun dap-fungescope--command (session command &optional handler)
  "Execute COMMAND in the console of SESSION; call HANDLER with the response."
  (dap--send-message (dap--make-request "fungescope/command" (list :command command))
                     (dap--resp-handler handler)
                     session))

(defun dap-fungescope-seek (session where)
  "Go to the tick or bookmark WHERE of SESSION."
  (interactive (list (dap--cur-active-session-or-die) (read-string "Tick or bookmark: ")))
  (dap-fungescope--command
   session (format (if (string-match-p "\\`[0-9]+\\'" where) "goto %s" "goto %S") where)))

(defun dap-fungescope-who-wrote (session expression)
  "Tell who last wrote EXPRESSION: a cell, a variable, or a cell of a region.
It is asked of SESSION."
  (interactive (list (dap--cur-active-session-or-die) (read-string "Who wrote: ")))
  (dap-fungescope--command
   session (concat "who " expression)
   (lambda (response)
     (message "%s" (string-trim-right (gethash "text" (gethash "body" response)))))))

(provide 'dap-fungescope)
;;; dap-fungescope.el ends here
