import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { Refusal } from '#server/http/refusal.ts';
import { ownsSecondToken } from '#server/policy/owned-tokens.ts';
import { secondTokenOf } from '#server/policy/second-tokens.ts';
import { parseTokenCode, TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import type { Call, CallDeps } from './call.ts';

const body = v.object({ type: v.string(), userId: idField, default: v.string() });

/** Clears the default (spec section 9). */
const NO_DEFAULT = '98';

const SETTABLE: readonly TokenCode[] = [TOKEN_CODES.otpCard, TOKEN_CODES.yubikey, TOKEN_CODES.qr];

/**
 * The default method of the person who is signed in: of the second step after a login of two steps, else
 * of the first (decisions 62 and 63).
 */
export function defaultMethodCalls({ portal }: CallDeps): readonly Call[] {
  /** @throws Refusal 400 for a code that cannot be a default, or that the person has no token for. */
  const settable = (userId: string, told: string): TokenCode => {
    const code = parseTokenCode(told);
    const name = code && secondTokenOf(code);
    if (!code || !name || !SETTABLE.includes(code)) throw new Refusal(400, '018');
    const account = portal.accounts.find(userId);
    if (!account || !ownsSecondToken(portal.devices, account, name)) throw new Refusal(400, '015_1');
    return code;
  };

  return [
    {
      method: 'POST',
      path: '/data/portal/default',
      async handle(c) {
        const { userId, default: told } = await readBody(c, body);
        const session = c.get('visit').session();
        const login = session && portal.sessions.login(session);
        if (login?.userId !== userId) throw new Refusal(401, 'notEarned');
        const isSecond = login.steps === 2;
        if (told === NO_DEFAULT) {
          if (isSecond) portal.secondDefaults.clear(userId);
          else portal.fixedTokens.clear(userId);
          return answer(c);
        }
        const tokenCode = settable(userId, told);
        if (isSecond) portal.secondDefaults.set(userId, tokenCode);
        else portal.fixedTokens.set(userId, { tokenCode, alwaysSend: false });
        return answer(c);
      },
    },
  ];
}
