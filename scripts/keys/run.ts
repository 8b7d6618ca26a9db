import { X509Certificate } from 'node:crypto';
import { parseArgs } from 'node:util';
import { SettingsError } from '#scripts/start/settings.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Audit } from '#server/operations/audit/event.ts';
import type { KeyPlace } from '#server/protocols/kept-keys.ts';
import { type Held, inSigningOrder, KeyWaitsError } from '#server/protocols/key-ring.ts';
import { createOidcKey, oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { createSamlKey, type SamlKey, samlKeyRing } from '#server/protocols/saml/keys.ts';

const HOUR_MS = 60 * 60_000;

/** How long services may keep what they have fetched, in hours, unless it is said. */
const WAIT = { oidc: 24, saml: 14 * 24 } as const;

export const KEYS_USAGE = `Use: npm run keys -- list
     npm run keys -- rotate oidc|saml --operator NAME [--signs-in HOURS]

  rotate publishes a new key at once and signs with it after ${WAIT.oidc} (oidc) or ${WAIT.saml} (saml) hours, in which
  services fetch it; running servers follow within half a minute.`;

type Beside = KeyPlace & {
  readonly config: ServerConfig;
  readonly audit: Audit;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly print: (line: string) => void;
};

type Wanted = {
  readonly kind: keyof typeof WAIT;
  readonly operator: string;
  readonly signsIn: number;
};

const usage = (): SettingsError => new SettingsError(KEYS_USAGE);

function wanted(args: readonly string[]): 'list' | Wanted {
  const options = { operator: { type: 'string' }, 'signs-in': { type: 'string' } } as const;
  let parsed: ReturnType<
    typeof parseArgs<{ options: typeof options; allowPositionals: true; args: string[] }>
  >;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw usage();
  }
  const [action, kind] = parsed.positionals;
  if (action === 'list') return 'list';
  const { operator, 'signs-in': told } = parsed.values;
  if (action !== 'rotate' || (kind !== 'oidc' && kind !== 'saml') || !operator) throw usage();
  const signsIn = told === undefined ? WAIT[kind] : Number(told);
  if (!Number.isFinite(signsIn) || signsIn < 0) throw usage();
  return { kind, operator, signsIn };
}

function linesOf<Key extends Held>(
  kind: string,
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  now: number,
): readonly string[] {
  const [signer] = inSigningOrder(keys, now);
  const stateOf = (key: Key): string => {
    if (key === signer) return 'signs';
    const { signsFrom = 0 } = key;
    return signsFrom > now ? `signs from ${new Date(signsFrom).toISOString()}` : 'has signed before';
  };
  return keys.map((key) => `${kind}  ${stateOf(key).padEnd(36)}  ${nameOf(key)}`);
}

const fingerprint = ({ certificate }: { readonly certificate: string }): string => {
  const { fingerprint256, validTo } = new X509Certificate(certificate);
  return `${fingerprint256}, until ${new Date(validTo).toISOString().slice(0, 10)}`;
};

/**
 * Shows the keys that sign, or lets a new one take the place of the present one.
 * @throws SettingsError when it is used in another way, or the last new key does not sign yet
 */
export async function runKeys(args: readonly string[], beside: Beside): Promise<void> {
  const { config, audit, now, print } = beside;
  const asked = wanted(args);
  const entityId = new URL('/saml/metadata', config.publicUrl).href;
  const oidc = oidcKeyRing(beside);
  const saml = samlKeyRing(beside, entityId, now);
  if (asked !== 'list') {
    const { kind, operator, signsIn } = asked;
    if (kind === 'saml' && config.samlKey) {
      throw new SettingsError('The SAML key is that of the configuration file: it is changed there.');
    }
    const signsFrom = now() + signsIn * HOUR_MS;
    try {
      if (kind === 'oidc') await oidc.rotate(() => createOidcKey(signsFrom), now());
      else await saml.rotate(() => createSamlKey(entityId, now(), signsFrom), now());
    } catch (error) {
      if (!(error instanceof KeyWaitsError)) throw error;
      const at = new Date(error.signsFrom).toISOString();
      throw new SettingsError(`The last new ${kind} key signs from ${at}: rotate again after that.`);
    }
    const details = { kind, signsFrom: new Date(signsFrom).toISOString() };
    audit({ event: 'administration', action: 'rotate-keys', operator, details });
  }
  const samlKeys: readonly SamlKey[] = config.samlKey ? [config.samlKey] : await saml.all();
  for (const line of linesOf('oidc', await oidc.all(), ({ kid }) => kid, now())) print(line);
  for (const line of linesOf('saml', samlKeys, fingerprint, now())) print(line);
}
