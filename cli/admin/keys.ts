import { X509Certificate } from 'node:crypto';
import { inSigningOrder, KeyWaitsError, type RingKey } from '#server/protocols/key-ring.ts';
import { createOidcKey, oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { createSamlKey, type SamlKey, samlKeyRing } from '#server/protocols/saml/keys.ts';
import { keyIdsIn } from '#server/storage/at-rest/key-record.ts';
import { OtherKeySealsError, reseal } from '#server/storage/at-rest/reseal.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { NotDoneError } from './not-done.ts';

const HOUR_MS = 60 * 60_000;

/** Default time that services may cache keys, in hours. */
const WAIT = { oidc: 24, saml: 14 * 24 } as const;

type Kind = keyof typeof WAIT;

function wanted(args: ParsedArguments): { readonly kind: Kind; readonly hours: number } {
  const { subject: kind } = args;
  if (kind !== 'oidc' && kind !== 'saml') throw new AdminUsageError('rotate-keys takes oidc or saml.');
  const hours = Number(args.text('signs-in') ?? WAIT[kind]);
  if (!Number.isFinite(hours) || hours < 0) throw new AdminUsageError('--signs-in is a number of hours.');
  return { kind, hours };
}

const CONFIGURED =
  'The SAML key is that of the configuration file: change it there. · SAML 키는 설정 파일에 있어요. 설정 파일에서 바꿔 주세요.';

const OTHER_KEY = [
  'Servers go on sealing with another key. Restart all of them with the new one first in DATA_KEY, then reseal again.',
  '다른 키로 암호화하는 서버가 있어요. 새 키를 DATA_KEY의 맨 앞에 두고 모든 서버를 다시 시작한 뒤 다시 실행해 주세요.',
].join('\n');

function waitsUntil(kind: Kind, signsFrom: number): string {
  const at = new Date(signsFrom).toISOString();
  return [
    `The last new ${kind} key signs from ${at}: rotate again after that.`,
    `지난번에 만든 ${kind} 키가 ${at}부터 서명해요. 그 뒤에 다시 바꿔 주세요.`,
  ].join('\n');
}

function ringsOf({ portal: { config, now, storage }, dataDir }: ActionContext) {
  const entityId = new URL('/saml/metadata', config.publicUrl).href;
  const place = { storage, dataDir };
  return { entityId, oidc: oidcKeyRing(place), saml: samlKeyRing(place, entityId, now) };
}

function linesOf<Key extends RingKey>(
  kind: Kind,
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  now: number,
): readonly string[] {
  const [signer] = inSigningOrder(keys, now);
  const stateOf = (key: Key): string => {
    if (key === signer) return 'signs · 서명 중';
    const { signsFrom = 0 } = key;
    return signsFrom > now
      ? `signs from · 서명 시작 ${new Date(signsFrom).toISOString()}`
      : 'has signed · 이전 키';
  };
  return keys.map((key) => `${kind}  ${stateOf(key)}  ${nameOf(key)}`);
}

const fingerprint = ({ certificate }: { readonly certificate: string }): string => {
  const { fingerprint256, validTo } = new X509Certificate(certificate);
  return `${fingerprint256}, until ${new Date(validTo).toISOString().slice(0, 10)}`;
};

async function printKeys(context: ActionContext): Promise<void> {
  const { config, now, storage } = context.portal;
  const { oidc, saml } = ringsOf(context);
  const samlKeys: readonly SamlKey[] = config.samlKey ? [config.samlKey] : await saml.all();
  const dataKeys = (await keyIdsIn(storage)).map(
    (id) => `data  ${id === storage.sealer.keyId ? 'seals · 암호화 중' : 'opens · 이전 키'}  ${id}`,
  );
  context.print(
    [
      ...linesOf('oidc', await oidc.all(), ({ kid }) => kid, now()),
      ...linesOf('saml', samlKeys, fingerprint, now()),
      ...dataKeys,
    ].join('\n'),
  );
}

export const KEYS: Readonly<Record<string, Action>> = {
  keys: {
    about: 'nobody',
    options: {},
    async run(context) {
      await printKeys(context);
      context.report({ action: 'keys' });
    },
  },
  'rotate-keys': {
    about: 'kind',
    options: { 'signs-in': 'text' },
    async run(context, args) {
      const { kind, hours } = wanted(args);
      const { config, now } = context.portal;
      if (kind === 'saml' && config.samlKey) throw new NotDoneError('configuredKey', CONFIGURED);
      const { entityId, oidc, saml } = ringsOf(context);
      const signsFrom = now() + hours * HOUR_MS;
      try {
        if (kind === 'oidc') await oidc.rotate(() => createOidcKey(signsFrom), now());
        else await saml.rotate(() => createSamlKey(entityId, now(), signsFrom), now());
      } catch (error) {
        if (!(error instanceof KeyWaitsError)) throw error;
        throw new NotDoneError('keyWaits', waitsUntil(kind, error.signsFrom));
      }
      context.report({
        action: 'rotate-keys',
        details: { kind, signsFrom: new Date(signsFrom).toISOString() },
      });
      await printKeys(context);
    },
  },
  reseal: {
    about: 'nobody',
    options: {},
    async run(context) {
      const { storage } = context.portal;
      const { oidc, saml } = ringsOf(context);
      const files = async (): Promise<void> => {
        await oidc.reseal();
        await saml.reseal();
      };
      try {
        const values = await reseal(storage, files);
        context.report({ action: 'reseal', details: { dataKey: storage.sealer.keyId, values } });
        context.print(`${values} values were sealed anew. · ${values}개 값을 다시 암호화했어요.`);
      } catch (error) {
        if (!(error instanceof OtherKeySealsError)) throw error;
        throw new NotDoneError('otherKeySeals', OTHER_KEY);
      }
    },
  },
};
