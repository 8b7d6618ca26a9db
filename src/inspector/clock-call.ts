/** The path of the call that reads and advances the clock of the server of `npm run dev`. */
export const DEV_CLOCK_PATH = '/@munjigi/clock';

/** `ahead`: the server's time minus the real time, in milliseconds; null if the clock cannot be advanced. */
type ClockAnswer = { readonly ahead: number | null };

const callClock = async (pageWindow: Window, init?: RequestInit): Promise<number | null> => {
  const answer = await pageWindow.fetch(DEV_CLOCK_PATH, init);
  if (!answer.ok)
    throw new Error(`The call of the development server's clock has failed with status ${answer.status}`);
  const { ahead }: ClockAnswer = await answer.json();
  return ahead;
};

/** Fetches the server's time minus the real time, in milliseconds. Null if the server's clock cannot be advanced. */
export const fetchServerOffset = (pageWindow: Window): Promise<number | null> => callClock(pageWindow);

/** Advances the server's clock by `ms` milliseconds. Rejects if the development server does not answer. */
export const advanceServerClock = async (pageWindow: Window, ms: number): Promise<void> => {
  await callClock(pageWindow, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
};
