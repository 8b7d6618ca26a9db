/** The lab's origins: `localhost` and `127.0.0.1` are one place and, to a browser, two sites. The announced one is first. */
export function bothOrigins(labUrl: string): readonly [string, string] {
  const announced = new URL(labUrl);
  const other = new URL(labUrl);
  other.hostname = announced.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [announced.origin, other.origin];
}
