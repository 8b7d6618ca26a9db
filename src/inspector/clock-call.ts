/** The call of the development server that reads and moves its reference server's clock. */
export const DEV_CLOCK = '/@munjigi/clock';

/** Milliseconds that the server is ahead; null if its clock cannot be moved. */
type ClockAnswer = { readonly aheadMs: number | null };

const callClock = async (pageWindow: Window, init?: RequestInit): Promise<number | null> => {
  const answer = await pageWindow.fetch(DEV_CLOCK, init);
  if (!answer.ok) throw new Error(`The development server's clock answered ${answer.status}`);
  const { aheadMs }: ClockAnswer = await answer.json();
  return aheadMs;
};

/** Milliseconds that the server is ahead of the real clock; null if its clock cannot be moved. */
export const fetchServerClock = (pageWindow: Window): Promise<number | null> => callClock(pageWindow);

/** Sends the server's clock ahead by `ms` milliseconds. Rejects when the development server does not answer. */
export const advanceServerClock = async (pageWindow: Window, ms: number): Promise<void> => {
  await callClock(pageWindow, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
};
