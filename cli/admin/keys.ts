import { type KeyInUse, keyRingsOf, keysInUse } from '#server/administration/keys-in-use.ts';
import { NewerKeyPendingError } from '#server/protocols/key-ring.ts';
import { createOidcKey } from '#server/protocols/oidc/keys.ts';
import { createSamlKey } from '#server/protocols/saml/keys.ts';
import { OtherKeyInUseError, reseal } from '#server/storage/at-rest/reseal.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { NotDoneError } from './not-done.ts';

const HOUR_MS = 60 * 60_000;

/** Hours after which a new key signs by default. Services that cache the published keys get the new key in this time. */
const DEFAULT_WAIT_HOURS = { oidc: 24, saml: 14 * 24 } as const;

type KeyKind = keyof typeof DEFAULT_WAIT_HOURS;

/**
 * The kind of key to rotate, and the hours until the new key signs.
 * @throws AdminUsageError
 */
function rotationOptions(args: ParsedArguments): { readonly kind: KeyKind; readonly hours: number } {
  const { subject: kind } = args;
  if (kind !== 'oidc' && kind !== 'saml') throw new AdminUsageError('rotate-keys takes oidc or saml.');
  const hours = Number(args.text('sign-after') ?? DEFAULT_WAIT_HOURS[kind]);
  if (!Number.isFinite(hours) || hours < 0)
    throw new AdminUsageError('--sign-after must be a number of hours.');
  return { kind, hours };
}

const CONFIGURED_KEY_MESSAGE =
  'The SAML key comes from the configuration file: change it there. · SAML 키는 설정 파일에 있어요. 설정 파일에서 바꿔 주세요.';

const OTHER_KEY_MESSAGE = [
  'Some servers still encrypt with another key. Restart all servers with the new key first in DATA_KEY, then run reseal again.',
  '다른 키로 암호화하는 서버가 있어요. 새 키를 DATA_KEY의 맨 앞에 두고 모든 서버를 다시 시작한 뒤 다시 실행해 주세요.',
].join('\n');

function pendingKeyText(kind: KeyKind, signsFrom: number): string {
  const at = new Date(signsFrom).toISOString();
  return [
    `The newest ${kind} key signs from ${at}: rotate again after that.`,
    `지난번에 만든 ${kind} 키가 ${at}부터 서명해요. 그 뒤에 다시 바꿔 주세요.`,
  ].join('\n');
}

const ringsOf = ({ portal, dataDir }: ActionContext) => keyRingsOf(portal, dataDir);

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const stateText = ({ use, state, signsFrom }: KeyInUse): string => {
  if (use === 'data') return state === 'signs' ? 'encrypts · 암호화 중' : 'decrypts · 이전 키';
  if (state === 'waits') return `signs from · 서명 시작 ${new Date(signsFrom ?? 0).toISOString()}`;
  return state === 'signs' ? 'signs · 서명 중' : 'has signed · 이전 키';
};

async function printKeys({ portal, dataDir, print }: ActionContext): Promise<void> {
  const lines = (await keysInUse(portal, dataDir)).map((key) => {
    const until = key.until === null ? '' : `, until ${dayOf(key.until)}`;
    return `${key.use}  ${stateText(key)}  ${key.keyId}${until}`;
  });
  print(lines.join('\n'));
}

export const KEY_ACTIONS: Readonly<Record<string, Action>> = {
  keys: {
    positionals: 'none',
    options: {},
    async run(context) {
      await printKeys(context);
      context.report({ action: 'keys' });
    },
  },
  'rotate-keys': {
    positionals: 'kind',
    options: { 'sign-after': 'text' },
    async run(context, args) {
      const { kind, hours } = rotationOptions(args);
      const { config, now } = context.portal;
      if (kind === 'saml' && config.samlKey) throw new NotDoneError('configuredKey', CONFIGURED_KEY_MESSAGE);
      const { entityId, oidc, saml } = ringsOf(context);
      const signsFrom = now() + hours * HOUR_MS;
      try {
        if (kind === 'oidc') await oidc.rotate(() => createOidcKey(signsFrom), now());
        else await saml.rotate(() => createSamlKey(entityId, now(), signsFrom), now());
      } catch (error) {
        if (!(error instanceof NewerKeyPendingError)) throw error;
        throw new NotDoneError('keyWaits', pendingKeyText(kind, error.signsFrom));
      }
      context.report({
        action: 'rotate-keys',
        details: { kind, signsFrom: new Date(signsFrom).toISOString() },
      });
      await printKeys(context);
    },
  },
  reseal: {
    positionals: 'none',
    options: {},
    async run(context) {
      const { storage } = context.portal;
      const { oidc, saml } = ringsOf(context);
      const resealKeyRings = async (): Promise<void> => {
        await oidc.reseal();
        await saml.reseal();
      };
      try {
        const valueCount = await reseal(storage, resealKeyRings);
        context.report({ action: 'reseal', details: { dataKey: storage.sealer.keyId, values: valueCount } });
        context.print(`${valueCount} values were encrypted again. · ${valueCount}개 값을 다시 암호화했어요.`);
      } catch (error) {
        if (!(error instanceof OtherKeyInUseError)) throw error;
        throw new NotDoneError('otherKeySeals', OTHER_KEY_MESSAGE);
      }
    },
  },
};
