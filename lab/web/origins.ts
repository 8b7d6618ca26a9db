/**
 * The lab's two origins, the announced one first: `localhost` and `127.0.0.1` are the same server, but two sites to a
 * browser.
 */
export function bothOrigins(labUrl: string): readonly [string, string] {
  const announced = new URL(labUrl);
  const other = new URL(labUrl);
  other.hostname = announced.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [announced.origin, other.origin];
}
