// Passes keys, pointers, touches and the clipboard to the program. Part of page.js.
'use strict';

// `page`: canvas, keyboard (the text area that takes text from an on-screen keyboard), files, and
// functions: program(), the module once it runs; step(), a frame at once; scale(), pixels of the
// canvas in a CSS pixel; input(work), which calls work(module), and asks for a frame.
// Returns {listen, copy, take_text}.
globalThis.make_page_input = (page) => {
  const { canvas, keyboard, input } = page;

  const modifiers = (event) => {
    const alt_graph = event.getModifierState && event.getModifierState('AltGraph');
    return ((event.ctrlKey || event.metaKey) && !alt_graph ? 1 : 0) + (event.shiftKey ? 2 : 0) +
        (event.altKey && !alt_graph ? 4 : 0);
  };

  function call_key(module, action, event, mods) {
    return module.ccall('page_key', 'number', ['number', 'string', 'string', 'number'],
                        [action, event.key || '', event.code || '', mods]);
  }

  const has_focus = () => document.activeElement === canvas || document.activeElement === keyboard;

  function on_key_down(event) {
    if (!has_focus()) return;
    if (event.isComposing || event.key === 'Unidentified' || event.key === 'Dead') return;
    const mods = modifiers(event);
    // The browser's event has the text, and comes right after this.
    if (mods === 1 && event.key.toLowerCase() === 'v') return;
    // A letter from an on-screen keyboard comes as input.
    const one = [...event.key].length === 1;
    if (document.activeElement === keyboard && one && !(mods & 5)) return;
    let taken = false;
    input((module) => {
      taken = call_key(module, event.repeat ? 2 : 1, event, mods);
      if (taken && one && !(mods & 5)) module._page_text(event.key.codePointAt(0));
    });
    if (!taken) return;
    if (mods & 1 && ['c', 'x'].includes(event.key.toLowerCase())) {
      // The frame that copies must come before the browser's own event.
      for (let i = 0; i < 2; ++i) page.step();
      return;
    }
    event.preventDefault();
  }

  function on_key_up(event) {
    if (!page.program()) return;
    input((module) => call_key(module, 0, event, modifiers(event)));
  }

  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * page.scale(), (event.clientY - box.top) * page.scale()];
  };
  const button_of = (event) => [0, 2, 1][event.button];

  function on_pointer_down(event) {
    if (!page.program()) return;
    canvas.focus({ preventScroll: true });
    event.preventDefault();
    try { canvas.setPointerCapture(event.pointerId); } catch (error) { /* it has ended */ }
    if (event.pointerType === 'touch') return touch_down(event);
    if (button_of(event) === undefined) return;
    input((module) => {
      module._page_move(...at(event));
      module._page_button(button_of(event), true, modifiers(event));
    });
  }

  function on_pointer_move(event) {
    if (!page.program()) return;
    if (event.pointerType === 'touch') return touch_move(event);
    input((module) => module._page_move(...at(event)));
  }

  function on_pointer_up(event) {
    if (!page.program()) return;
    if (event.pointerType === 'touch') return touch_up(event);
    if (button_of(event) === undefined) return;
    input((module) => {
      module._page_move(...at(event));
      module._page_button(button_of(event), false, modifiers(event));
    });
  }

  // Pixels of a line, and of a step of a wheel.
  function on_wheel(event) {
    if (!page.program()) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 1 / 3 : event.deltaMode === 2 ? 3 : 1 / 100;
    input((module) => {
      module._page_move(...at(event));
      module._page_wheel(-event.deltaX * unit, -event.deltaY * unit, modifiers(event));
    });
  }

  // ---- The keyboard of a touch screen. It changes the text of a field rather than pressing keys: a
  // word that is being composed is replaced with each letter. What has changed becomes keys here.

  let text_wanted = false;
  const rest = '\u200b\u200b';  // in the empty field: only with text before it there is a backspace
  let before = rest;

  function take_text(wanted) {
    text_wanted = wanted;
    if (!wanted && document.activeElement === keyboard) canvas.focus({ preventScroll: true });
  }

  function clear_keyboard() {
    keyboard.value = before = rest;
    keyboard.setSelectionRange(rest.length, rest.length);
  }

  function on_keyboard_input(event) {
    const was = [...before];
    const now = [...keyboard.value];
    const differs = was.findIndex((sign, i) => sign !== now[i]);
    const same = differs < 0 ? was.length : differs;
    before = keyboard.value;
    input((module) => {
      const tap = (key) => {
        call_key(module, 1, { key, code: key }, 0);
        call_key(module, 0, { key, code: key }, 0);
      };
      for (let i = same; i < was.length; ++i) tap('Backspace');
      for (const sign of now.slice(same)) {
        if (sign === '\n') tap('Enter');
        else module._page_text(sign.codePointAt(0));
      }
    });
    if (!event.isComposing) clear_keyboard();
  }

  // ---- Touch. One finger: a tap clicks, a drag drags, and a long press is the right button. Two
  // fingers scroll; apart or together they zoom.

  const fingers = new Map();
  const slack = 8;           // CSS pixels that a tap may move
  const long_press = 500;    // milliseconds
  const step_pixels = 36;    // of a step of the wheel
  let touch = null;          // {mode: 'wait', 'drag', 'done', 'two', x, y, timer, ...}

  const centre_of_fingers = () => {
    const [a, b] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  function touch_down(event) {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      touch = { mode: 'wait', x: event.clientX, y: event.clientY };
      touch.timer = setTimeout(() => {
        if (!touch || touch.mode !== 'wait') return;
        touch.mode = 'done';
        press_at(touch, 1);
      }, long_press);
    } else if (fingers.size === 2) {
      end_touch();
      touch = { mode: 'two', ...centre_of_fingers(), rest_x: 0, rest_y: 0, rest_zoom: 0 };
    }
  }

  function press_at(where, button) {
    input((module) => {
      module._page_move(...at({ clientX: where.x, clientY: where.y }));
      module._page_button(button, true, 0);
    });
    page.step();
    input((module) => module._page_button(button, false, 0));
  }

  function touch_move(event) {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (!touch) return;
    if (touch.mode === 'two') return move_two();
    const moved = Math.hypot(finger.x - touch.x, finger.y - touch.y);
    if (touch.mode === 'wait' && moved > slack) {
      clearTimeout(touch.timer);
      touch.mode = 'drag';
      input((module) => {
        module._page_move(...at({ clientX: touch.x, clientY: touch.y }));
        module._page_button(0, true, 0);
      });
    }
    if (touch.mode === 'drag') input((module) => module._page_move(...at(event)));
  }

  function move_two() {
    const now = centre_of_fingers();
    const whole = (name, by) => {
      touch[name] += by;
      const steps = Math.trunc(touch[name]);
      touch[name] -= steps;
      return steps;
    };
    const zoom = whole('rest_zoom', Math.log2(Math.max(now.apart, 1) / Math.max(touch.apart, 1)) * 5);
    const quarters = 4 / step_pixels;
    const x = whole('rest_x', (now.x - touch.x) * quarters) / 4;
    const y = whole('rest_y', (now.y - touch.y) * quarters) / 4;
    Object.assign(touch, now);
    input((module) => {
      module._page_move(...at({ clientX: now.x, clientY: now.y }));
      if (zoom !== 0) module._page_wheel(0, zoom, 1);
      // With Alt a wheel moves what it zooms otherwise.
      else if (x !== 0 || y !== 0) module._page_wheel(x, y, 4);
    });
  }

  function touch_up(event) {
    fingers.delete(event.pointerId);
    if (!touch) return;
    const tapped = touch.mode === 'wait' && event.type === 'pointerup';
    const where = touch;
    end_touch();
    if (tapped) {
      press_at(where, 0);
      // On-screen keyboards open only within the event of a touch.
      for (let i = 0; i < 4; ++i) page.step();
      if (text_wanted) keyboard.focus({ preventScroll: true });
    }
    input((module) => module._page_leave());
  }

  function end_touch() {
    if (!touch) return;
    clearTimeout(touch.timer);
    if (touch.mode === 'drag') input((module) => module._page_button(0, false, 0));
    touch = null;
  }

  // ---- Copy and paste

  let copied = null;  // in this event

  function copy(text) {
    copied = text;
    setTimeout(() => { copied = null; }, 0);
    // Without the permission the event of the key does it.
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {});
  }

  function on_copy(event) {
    if (!has_focus() || copied === null) return;
    event.clipboardData.setData('text/plain', copied);
    event.preventDefault();
  }

  function on_paste(event) {
    if (!has_focus() || !page.program()) return;
    event.preventDefault();
    if (event.clipboardData.files.length > 0) return page.files.take(event.clipboardData.files);
    const text = event.clipboardData.getData('text/plain');
    if (/\n/.test(text.trimEnd()) && !page.program()._fungescope_takes_text()) {
      return page.files.open('pasted.b93', new TextEncoder().encode(text));
    }
    input((module) => {
      module.ccall('page_paste', null, ['string'], [text]);
      call_key(module, 1, { key: 'v', code: 'KeyV' }, 1);
      call_key(module, 0, { key: 'v', code: 'KeyV' }, 0);
    });
  }

  function listen() {
    window.addEventListener('keydown', on_key_down);
    window.addEventListener('keyup', on_key_up);
    keyboard.addEventListener('input', on_keyboard_input);
    keyboard.addEventListener('compositionend', clear_keyboard);
    keyboard.addEventListener('focus', clear_keyboard);
    canvas.addEventListener('pointerdown', on_pointer_down);
    canvas.addEventListener('pointermove', on_pointer_move);
    canvas.addEventListener('pointerup', on_pointer_up);
    canvas.addEventListener('pointercancel', on_pointer_up);
    canvas.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch') input((module) => module._page_leave());
    });
    canvas.addEventListener('wheel', on_wheel, { passive: false });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    for (const target of [canvas, keyboard]) {
      target.addEventListener('focus', () => input((module) => module._page_focus(true)));
      target.addEventListener('blur', () => {
        setTimeout(() => { if (!has_focus()) input((module) => module._page_focus(false)); }, 0);
      });
    }
    document.addEventListener('copy', on_copy);
    document.addEventListener('cut', on_copy);
    document.addEventListener('paste', on_paste);
  }

  return { listen, copy, take_text };
};
