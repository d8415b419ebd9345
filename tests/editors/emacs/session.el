;;; session.el --- A session of Emacs's dap-mode with `fungescope dap'  -*- lexical-binding: t; -*-

;; Usage: FUNGESCOPE=build/fungescope emacs --batch -q -l tests/editors/emacs/session.el
;;
;; Launches a program, stops at a breakpoint, looks at the place and a variable, steps back,
;; and ends. The exit code is 0 if all was as it should be.

(setq debug-on-error nil
      load-prefer-newer t)
(setq package-user-dir (make-temp-file "fungescope-elpa-" t))  ; nobody's own packages
(package-initialize)

(defconst session-seconds 1200 "How long all of it may take: only a hang takes that long.")
(defconst session-folder (make-temp-file "fungescope-emacs-" t))
(add-hook 'kill-emacs-hook (lambda ()
                             (delete-directory session-folder t)
                             (delete-directory package-user-dir t)))

(defun session-fail (format &rest arguments)
  "Leave with an error."
  (message "the Emacs session failed: %s" (apply #'format format arguments))
  (kill-emacs 1))

;; An error in a timer or a process filter is only a message in batch mode.
(setq command-error-function
      (lambda (data context _) (session-fail "%s%s" context (error-message-string data))))

;; Everything that Emacs writes stays in the temporary folder.
(setq user-emacs-directory (file-name-as-directory session-folder)
      lsp-session-file (expand-file-name "lsp-session" session-folder)
      dap-breakpoints-file (expand-file-name "breakpoints" session-folder)
      dap-auto-configure-features nil
      dap-auto-show-output nil
      create-lockfiles nil)

(load (expand-file-name "../../../editors/emacs/dap-fungescope.el"
                        (file-name-directory (or load-file-name buffer-file-name)))
      nil t)

(setq dap-fungescope-program
      (expand-file-name (or (getenv "FUNGESCOPE")
                            (session-fail "FUNGESCOPE is to name the program"))))

(defun session-wait (what holds)
  "Wait until the function HOLDS gives a value, and return it; WHAT it is."
  (let ((end (+ (float-time) session-seconds))
        (value nil))
    (while (not (setq value (funcall holds)))
      (when (> (float-time) end) (session-fail "waited too long for %s" what))
      (unless (process-live-p (dap--debug-session-proc (dap--cur-session)))
        (session-fail "the adapter ended while the session waited for %s" what))
      (accept-process-output nil 0.05))
    value))

(defun session-expect (what actual expected)
  "Fail unless ACTUAL is EXPECTED; WHAT it is."
  (unless (equal actual expected)
    (session-fail "%s is %S, not %S" what actual expected)))

(defvar session-stops nil "The reasons of all stops, the last one first.")
(advice-add 'dap--on-event :before
            (lambda (_ event)
              (when (equal (gethash "event" event) "stopped")
                (push (gethash "reason" (gethash "body" event)) session-stops))))

(defun session-frame-after (stops)
  "The frame that dap-mode shows at the first stop after STOPS of them."
  (session-wait "a stop" (lambda () (> (length session-stops) stops)))
  (session-wait "the stack frame"
                (lambda () (dap--debug-session-active-frame (dap--cur-session)))))

(defun session-move (command)
  "Make a move by COMMAND; the frame after it."
  (let ((stops (length session-stops)))
    (funcall command)
    (session-frame-after stops)))

(defun session-expect-place (what frame line column)
  "Fail unless FRAME is at LINE and COLUMN, and Emacs has found it there; WHAT it is."
  (session-expect (concat what ": the line") (gethash "line" frame) line)
  (session-expect (concat what ": the column") (gethash "column" frame) column)
  (session-expect (concat what ": the line of point") (line-number-at-pos) line))

(defun session-evaluate (expression)
  "The value of EXPRESSION in the frame, as text."
  (gethash "result"
           (dap-request (dap--cur-session) "evaluate"
                        :expression expression :context "watch"
                        :frameId (gethash "id" (dap--debug-session-active-frame
                                                (dap--cur-session))))))

(defun session-variable (scope name)
  "The value of the variable NAME in SCOPE, asked for as dap-ui does."
  (let* ((session (dap--cur-session))
         (frame (gethash "id" (dap--debug-session-active-frame session)))
         (named (lambda (name things)
                  (or (seq-find (lambda (thing) (equal (gethash "name" thing) name)) things)
                      (session-fail "there is no %s" name))))
         (scopes (gethash "scopes" (dap-request session "scopes" :frameId frame)))
         (reference (gethash "variablesReference" (funcall named scope scopes)))
         (variables (gethash "variables" (dap-request session "variables"
                                                      :variablesReference reference))))
    (gethash "value" (funcall named name variables))))

(defun session-run ()
  "The session."
  (let ((file (expand-file-name "loop.b93" session-folder))
        frame)
    ;; Counts to 5. The `+` at column 4 of line 1 is next at ticks 3, 21, 39, ...; without a
    ;; final line end, dap-mode would fail if a column lay past the end of the last line.
    (write-region "0>1+:.:5-v\n ^       _@" nil file nil 'silent)
    (find-file file)
    (session-expect "the mode" major-mode 'befunge93-mode)

    ;; dap-mode's breakpoints have lines and no columns: the first cell of line 2 that the
    ;; pointer may execute is the `^` at column 2.
    (goto-char (point-max))
    (dap-breakpoint-add)
    (let ((stops (length session-stops)))
      (dap-debug (list :type "fungescope" :request "launch" :name "loop" :program file))
      (setq frame (session-frame-after stops)))
    (session-expect "the reason" (car session-stops) "breakpoint")
    (session-expect-place "at the breakpoint" frame 2 2)
    (session-expect "tick" (session-evaluate "tick") "18")
    (session-expect "top" (session-evaluate "top") "1")
    (session-expect "the stack's top" (session-variable "Stack" "[0]") "1")

    (setq frame (session-move (lambda () (dap-step-in (dap--cur-session)))))
    (session-expect "the reason" (car session-stops) "step")
    (session-expect-place "after a step" frame 1 2)

    (setq frame (session-move (lambda () (dap-continue (dap--cur-session) 1))))
    (session-expect-place "at the breakpoint again" frame 2 2)
    (session-expect "top" (session-evaluate "top") "2")

    (setq frame (session-move (lambda () (dap-fungescope-reverse-continue (dap--cur-session)))))
    (session-expect-place "back at the breakpoint" frame 2 2)
    (session-expect "tick" (session-evaluate "tick") "18")

    (setq frame (session-move (lambda () (dap-fungescope-step-back (dap--cur-session)))))
    (session-expect "the reason" (car session-stops) "step")
    (unless (< (string-to-number (session-evaluate "tick")) 18)
      (session-fail "stepBack did not go back"))

    (setq frame (session-move (lambda () (dap-fungescope-seek (dap--cur-session) "10"))))
    (session-expect "the reason" (car session-stops) "goto")
    (session-expect-place "at tick 10" frame 2 10)

    ;; To the end: the last cell of the last line.
    (let ((breakpoint (dap--get-breakpoint-at-point)))
      (dap-breakpoint-delete breakpoint file))
    (session-wait "the breakpoint's end"
                  (lambda () (not (gethash file (dap--get-breakpoints)))))
    (setq frame (session-move (lambda () (dap-continue (dap--cur-session) 1))))
    (session-expect "the reason" (car session-stops) "exited")
    (session-expect-place "at the end" frame 2 11)
    (session-expect "tick" (session-evaluate "tick") "84")

    (let ((session (dap--cur-session)))
      (dap-disconnect session)
      (session-wait "the end of the adapter"
                    (lambda () (not (process-live-p (dap--debug-session-proc session)))))
      (session-expect "the exit code of the adapter"
                      (process-exit-status (dap--debug-session-proc session)) 0))))

(run-at-time session-seconds nil
             (lambda () (session-fail "it took more than %d s" session-seconds)))
(condition-case problem
    (session-run)
  (error (session-fail "%s" (error-message-string problem))))
(message "the Emacs session went as it should")
