const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a URL has a loopback host. */
export const isLoopback = (url: string): boolean => LOOPBACK_HOSTS.has(new URL(url).hostname);
