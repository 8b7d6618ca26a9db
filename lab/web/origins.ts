/**
 * The two origins of the lab: the origin of `labUrl`, and the same origin with `127.0.0.1` in the place of `localhost`
 * or the other way round. Both belong to the same server, but a browser treats them as two sites.
 */
export function bothOrigins(labUrl: string): readonly [string, string] {
  const configured = new URL(labUrl);
  const other = new URL(labUrl);
  other.hostname = configured.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [configured.origin, other.origin];
}
