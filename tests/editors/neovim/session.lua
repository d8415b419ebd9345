-- A session of Neovim's nvim-dap with `fungescope dap`, set up as docs/editors.md says.
--
--     PATH=$PWD/build:$PATH NVIM_DAP=FOLDER \
--       nvim --headless -u NONE -i NONE -n -S tests/editors/neovim/session.lua
--
-- NVIM_DAP is a copy of nvim-dap. The exit code is 0 if all was as it should be.

local seconds = 1200  -- the limit of a wait: only a hang takes that long
local project = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h:h")
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")

local function fail(format, ...)
  io.stderr:write("the Neovim session failed: " .. format:format(...) .. "\n")
  vim.fn.delete(folder, "rf")
  vim.cmd("cquit 1")
end

local function expect(what, actual, expected)
  if not vim.deep_equal(actual, expected) then
    fail("%s is %s, not %s", what, vim.inspect(actual), vim.inspect(expected))
  end
end

local function wait(what, holds)
  local result
  vim.wait(1000 * seconds, function() result = holds(); return result end, 10)
  return result or fail("waited too long for %s", what)
end

-- The blocks of Lua in the manual's section on Neovim: the set-up, and a command.
local function documented()
  local text = table.concat(vim.fn.readfile(project .. "/docs/editors.md"), "\n")
  local section = text:match("\n## Neovim\n(.-)\n## ")
  local blocks = {}
  for block in section:gmatch("```lua\n(.-)\n```") do table.insert(blocks, block) end
  return blocks
end

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "mx", false)
end

-- Presses the keys, or calls the function, and waits for the stop that follows; returns its event.
local stops = {}
local function stop_after(action)
  local before = #stops
  local session = require("dap").session()
  local frame = session and session.current_frame
  if type(action) == "string" then press(action) else action() end
  wait("a stop", function() return #stops > before end)
  session = require("dap").session()
  wait("the frame", function() return session.current_frame and session.current_frame ~= frame end)
  return stops[#stops]
end

-- Where the editor shows that the program stands. It counts columns from 0.
local function expect_place(what, line, column)
  wait(("%s: the cursor at %d:%d"):format(what, line, column), function()
    return vim.deep_equal(vim.api.nvim_win_get_cursor(0), { line, column - 1 })
  end)
  local frame = require("dap").session().current_frame
  expect(what, { frame.line, frame.column }, { line, column })
end

-- Sends a request and returns the body of its response.
local function ask(command, arguments)
  local problem, body
  local answered = false
  require("dap").session():request(command, arguments, function(err, response)
    answered, problem, body = true, err, response
  end)
  wait(command, function() return answered end)
  if problem then fail("%s: %s", command, vim.inspect(problem)) end
  return body
end

local function named(things, name)
  for _, thing in ipairs(things) do
    if thing.name == name then return thing end
  end
  return fail("nothing is called %s in %s", name, vim.inspect(things))
end

local function children(thing)
  return ask("variables", { variablesReference = thing.variablesReference }).variables
end

-- What the console completes at the end of the text.
local function completions(text)
  local offered
  local complete = vim.fn.complete
  vim.fn.complete = function(_, items)
    offered = vim.tbl_map(function(item) return item.word end, items)
  end
  vim.opt.virtualedit = "onemore"  -- the cursor past the end of the line, as when one types
  vim.api.nvim_buf_set_lines(0, -2, -1, true, { "dap> " .. text })
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(0), #text + 5 })
  require("dap.repl").omnifunc(1, "")
  wait("completions", function() return offered end)
  vim.fn.complete = complete
  return offered
end

local function session()
  vim.opt.runtimepath:append(os.getenv("NVIM_DAP") or fail("NVIM_DAP is to name nvim-dap's folder"))
  for _, block in ipairs(documented()) do assert(loadstring(block))() end
  local dap = require("dap")
  dap.listeners.after.event_stopped.session = function(_, event) table.insert(stops, event) end

  local file = folder .. "/sudoku.b93"
  vim.fn.writefile(vim.fn.readfile(project .. "/programs/sudoku/sudoku.b93", "b"), file, "b")
  vim.cmd("edit " .. vim.fn.fnameescape(file))
  expect("the type of the file", vim.bo.filetype, "befunge93")

  -- Breakpoints have lines and no columns: of this line, it is the `v` in column 8.
  vim.api.nvim_win_set_cursor(0, { 83, 0 })
  press("<F9>")
  local puzzle = ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4."
  local stop = stop_after(function()
    dap.run(vim.tbl_extend("force", dap.configurations.befunge93[1], { puzzle = puzzle }))
  end)
  expect("the reason", stop.reason, "entry")
  expect_place("at the beginning", 1, 1)
  stop = stop_after("<F5>")
  expect("the stop", { stop.reason, stop.description }, { "breakpoint", "stop 1: 7,82, tick 59,037" })
  expect_place("at the breakpoint", 83, 8)

  stop = stop_after("<F11>")
  expect("the stop", { stop.reason, stop.description }, { "step", "step, tick 59,038" })
  expect_place("a step further", 84, 8)
  stop = stop_after("<S-F11>")  -- to the last turn but one
  expect("the stop", { stop.reason, stop.description }, { "step", "step, tick 58,991" })
  expect_place("a step back", 83, 54)

  -- In the middle of the search.
  stop = stop_after(function() vim.cmd("BefungeSeek 321000") end)
  expect("the reason", stop.reason, "goto")
  stop = stop_after("<S-F5>")
  expect("the stop", { stop.reason, stop.description }, { "breakpoint", "stop 1: 7,82, tick 320,000" })
  expect_place("back at the breakpoint", 83, 8)

  local frame = dap.session().current_frame
  local scopes = ask("scopes", { frameId = frame.id }).scopes
  expect("the tick", named(children(named(scopes, "Machine")), "tick").value, "320000")
  local board = named(children(named(scopes, "Regions")), "board")
  local rows = vim.tbl_map(function(row) return row.value end, children(board))
  expect("the board", rows, {
    "8 6 9 | 5 7 4 | . 3 2",
    "1 2 4 | 3 9 6 | . . 8",
    "3 7 5 | . 2 . | . . 4",
    "9 . . | . 5 . | 4 . 6",
    "5 4 . | 6 3 2 | . 7 9",
    "7 . 6 | . 4 . | 3 . 5",
    ". . . | 4 . . | . . 3",
    "4 . . | . 8 . | . . 1",
    "6 5 . | 2 1 3 | . 4 7",
  })

  press("<Leader>dr")
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == "dap-repl" then vim.api.nvim_set_current_win(window) end
  end
  expect("the type of the console", vim.bo.filetype, "dap-repl")
  expect("the completions of `back c`", completions("back c"), { "change", "continue" })

  dap.terminate()
  wait("the end of the session", function() return not dap.session() end)
end

local fine, problem = pcall(session)
if not fine then fail("%s", problem) end
vim.fn.delete(folder, "rf")
io.stderr:write("the Neovim session went as it should\n")
vim.cmd("cquit 0")
