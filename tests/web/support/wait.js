// Waiting for conditions. The limit only catches a hang: on a machine however slow or loaded, tests
// take longer and pass. FUNGESCOPE_TEST_SECONDS is the limit of one wait (180).
'use strict';

const limit = 1000 * Number(process.env.FUNGESCOPE_TEST_SECONDS || 180);

const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// Asks until `probe` returns something that is true, and returns that. Rejects after the limit;
// `describe` may add to the message what was there instead.
async function until(probe, what, describe) {
  const end = Date.now() + limit;
  for (;;) {
    const result = await probe();
    if (result) return result;
    if (Date.now() > end) {
      const instead = describe ? `; there was ${await describe()}` : '';
      throw new Error(`waited too long for ${what}${instead}`);
    }
    await pause(20);
  }
}

// Rejects after the limit.
async function within(promise, what, describe) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(async () => {
      reject(new Error(`waited too long for ${what}; there was ${await describe()}`));
    }, limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

module.exports = { limit, until, within };
