import { randomBytes } from 'node:crypto';
import { endWith, given } from '#scripts/usage.ts';
import { tokenHash } from '#server/administration/scim/token.ts';

const USAGE = `Use: npm run scim:token -- NAME

Makes a bearer token for an identity source. The token is shown once; its hash goes into scim.tokens of the
configuration.`;

const TOKEN_BYTES = 32;

const [name] = given(USAGE, () => process.argv.slice(2));
if (!name || name.startsWith('-')) endWith(USAGE);
const token = randomBytes(TOKEN_BYTES).toString('base64url');
console.log(
  [
    'The token, for the identity source. It is shown this once. · 연동할 시스템에 넣을 토큰이에요. 지금 한 번만 보여요.',
    `  ${token}`,
    'For the configuration: · 설정 파일에 넣을 값이에요.',
    `  "scim": { "tokens": [${JSON.stringify({ name, hash: tokenHash(token) })}] }`,
  ].join('\n'),
);
