/**
 * The lab's two origins, that of its URL first: `localhost` and `127.0.0.1` are the same server, but two sites to a
 * browser.
 */
export function bothOrigins(labUrl: string): readonly [string, string] {
  const configured = new URL(labUrl);
  const other = new URL(labUrl);
  other.hostname = configured.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [configured.origin, other.origin];
}
