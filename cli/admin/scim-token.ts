import { randomBytes } from 'node:crypto';
import { tokenHash } from '#server/http/bearer-token.ts';
import { AdminUsageError } from './arguments.ts';
import type { StandaloneContext } from './standalone.ts';

const TOKEN_BYTES = 32;

/**
 * Runs `admin scim-token NAME`, which creates a bearer token for an identity source. The token is printed and not
 * stored; the operator adds its hash to the configuration.
 * @throws AdminUsageError
 */
export async function runScimToken(
  [name = '', ...more]: readonly string[],
  { print }: StandaloneContext,
): Promise<0> {
  if (name === '' || name.startsWith('-') || more.length > 0) {
    throw new AdminUsageError('scim-token takes one NAME, such as entra.');
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  print(
    'The token, for the identity source. It is shown only once. · 연동할 시스템에 넣을 토큰이에요. 지금 한 번만 보여요.',
  );
  print(`  ${token}`);
  print('For the configuration: · 설정 파일에 넣을 값이에요.');
  print(`  "scim": { "tokens": [${JSON.stringify({ name, hash: tokenHash(token) })}] }`);
  return 0;
}
