// The switches of fiber_asyncify.cpp. They are JavaScript because a function that changes the stack
// pointer cannot be C++.
mergeInto(LibraryManager.library, {
  $fiberSwitch__deps: ['$Asyncify'],
  $fiberSwitch: { unwinding: false, rewinding: false },

  fiber_resume__deps: ['$fiberSwitch'],
  fiber_resume: function(fiber, frames, stackPointer, started) {
    const resumer = stackSave();
    stackRestore(HEAP32[stackPointer >> 2]);
    if (started) {
      fiberSwitch.rewinding = true;
      Module['_asyncify_start_rewind'](frames);
    }
    Module['_fiber_enter'](fiber);
    if (fiberSwitch.unwinding) {
      fiberSwitch.unwinding = false;
      Module['_asyncify_stop_unwind']();
      HEAP32[stackPointer >> 2] = stackSave();
    }
    stackRestore(resumer);
  },

  // Called twice for each suspension: to unwind, and again at the end of rewinding.
  fiber_suspend__deps: ['$fiberSwitch'],
  fiber_suspend: function(frames) {
    if (fiberSwitch.rewinding) {
      fiberSwitch.rewinding = false;
      Module['_asyncify_stop_rewind']();
    } else {
      fiberSwitch.unwinding = true;
      Module['_asyncify_start_unwind'](frames);
    }
  },
});
