import { X509Certificate } from 'node:crypto';
import { type Held, inSigningOrder, KeyWaitsError } from '#server/protocols/key-ring.ts';
import { createOidcKey, oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { createSamlKey, type SamlKey, samlKeyRing } from '#server/protocols/saml/keys.ts';
import { keyIdsIn } from '#server/storage/at-rest/key-record.ts';
import { OtherKeySealsError, reseal } from '#server/storage/at-rest/reseal.ts';
import { AdminUsageError, type Given } from './arguments.ts';
import type { Action, Desk } from './desk.ts';
import { NotDoneError } from './not-done.ts';

const HOUR_MS = 60 * 60_000;

/** How long services may keep what they have fetched, in hours, unless it is said. */
const WAIT = { oidc: 24, saml: 14 * 24 } as const;

type Kind = keyof typeof WAIT;

function wanted(given: Given): { readonly kind: Kind; readonly hours: number } {
  const { subject: kind } = given;
  if (kind !== 'oidc' && kind !== 'saml') throw new AdminUsageError('rotate-keys takes oidc or saml.');
  const hours = Number(given.text('signs-in') ?? WAIT[kind]);
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

function ringsOf({ portal: { config, now, storage }, dataDir }: Desk) {
  const entityId = new URL('/saml/metadata', config.publicUrl).href;
  const place = { storage, dataDir };
  return { entityId, oidc: oidcKeyRing(place), saml: samlKeyRing(place, entityId, now) };
}

function linesOf<Key extends Held>(
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

async function printKeys(desk: Desk): Promise<void> {
  const { config, now, storage } = desk.portal;
  const { oidc, saml } = ringsOf(desk);
  const samlKeys: readonly SamlKey[] = config.samlKey ? [config.samlKey] : await saml.all();
  const dataKeys = (await keyIdsIn(storage)).map(
    (id) => `data  ${id === storage.sealer.keyId ? 'seals · 암호화 중' : 'opens · 이전 키'}  ${id}`,
  );
  desk.print(
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
    async run(desk) {
      await printKeys(desk);
      desk.tell({ action: 'keys' });
    },
  },
  'rotate-keys': {
    about: 'kind',
    options: { 'signs-in': 'text' },
    async run(desk, given) {
      const { kind, hours } = wanted(given);
      const { config, now } = desk.portal;
      if (kind === 'saml' && config.samlKey) throw new NotDoneError('configuredKey', CONFIGURED);
      const { entityId, oidc, saml } = ringsOf(desk);
      const signsFrom = now() + hours * HOUR_MS;
      try {
        if (kind === 'oidc') await oidc.rotate(() => createOidcKey(signsFrom), now());
        else await saml.rotate(() => createSamlKey(entityId, now(), signsFrom), now());
      } catch (error) {
        if (!(error instanceof KeyWaitsError)) throw error;
        throw new NotDoneError('keyWaits', waitsUntil(kind, error.signsFrom));
      }
      desk.tell({ action: 'rotate-keys', details: { kind, signsFrom: new Date(signsFrom).toISOString() } });
      await printKeys(desk);
    },
  },
  reseal: {
    about: 'nobody',
    options: {},
    async run(desk) {
      const { storage } = desk.portal;
      const { oidc, saml } = ringsOf(desk);
      const files = async (): Promise<void> => {
        await oidc.reseal();
        await saml.reseal();
      };
      try {
        const values = await reseal(storage, files);
        desk.tell({ action: 'reseal', details: { dataKey: storage.sealer.keyId, values } });
        desk.print(`${values} values were sealed anew. · ${values}개 값을 다시 암호화했어요.`);
      } catch (error) {
        if (!(error instanceof OtherKeySealsError)) throw error;
        throw new NotDoneError('otherKeySeals', OTHER_KEY);
      }
    },
  },
};
