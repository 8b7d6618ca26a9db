/** Enough microtasks for an answer to reach a machine and for its next call to start. */
const MICROTASKS = 12;

/** Delivers answers by microtasks, which is faster than waiting for the event loop 86,400 times. */
export async function deliverAnswers(): Promise<void> {
  for (let count = 0; count < MICROTASKS; count += 1) await null;
}
