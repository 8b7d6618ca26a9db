const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is one of this machine alone. */
export const isLoopback = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);
