import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { DESK_CALLBACK_PATH, DESK_CLIENT_ID, DESK_PATH } from '#wire/desk/names.ts';
import type { ClientService } from './client.ts';
import { networkMatcher } from './network-range.ts';
import type { PolicyRule } from './policy.ts';
import { origin, text, wholeNumber, withDescription } from './values.ts';

const LISTEN = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d{1,5})$/i;

const listen = v.pipe(
  v.string(),
  v.check(
    (value) => Number(LISTEN.exec(value)?.groups?.['port'] ?? 65_536) < 65_536,
    'must be an address and a port such as 10.0.0.5:8443',
  ),
);

const network = v.pipe(
  v.string(),
  v.check((value) => networkMatcher(value) !== null, 'must be an address or a network such as 10.0.0.0/8'),
);

const roleHolders = (rights: string) =>
  v.optional(
    v.strictObject({
      users: v.optional(withDescription(v.array(text), `IDs of accounts that ${rights}.`), []),
      groups: v.optional(withDescription(v.array(text), `Groups whose members ${rights}.`), []),
    }),
    {},
  );

/** The help desk of the operator (rules 245 to 249). */
export const desk = v.strictObject({
  listen: withDescription(
    listen,
    'Address and port that only the desk listens on, such as 10.0.0.5:8443; the portal never serves it.',
  ),
  url: withDescription(origin, 'Origin under which the browsers of the help desk reach that address.'),
  networks: v.optional(
    withDescription(
      v.pipe(v.array(network), v.minLength(1, 'must name at least one network')),
      'Networks from which the desk can be used; all by default.',
    ),
  ),
  roles: withDescription(
    v.strictObject({
      viewer: withDescription(roleHolders('may view people, with contacts masked'), 'People who may view.'),
      helpDesk: withDescription(
        roleHolders('help people with their sign-in'),
        'People who help others to sign in.',
      ),
      administrator: withDescription(
        roleHolders('change accounts and everything else at the desk'),
        'Administrators; at least one account or group.',
      ),
    }),
    'Roles of people at the desk; of several roles the highest counts.',
  ),
  reasons: v.optional(withDescription(v.boolean(), 'Each act on a person needs a reason.'), false),
  idleMinutes: v.optional(
    withDescription(wholeNumber(1), 'Minutes after which an unused session of the desk ends.'),
    15,
  ),
});

export type DeskFile = v.InferOutput<typeof desk>;

/** The settings of the help desk, with its address split. */
export type DeskSettings = Omit<DeskFile, 'listen'> & {
  readonly host: string;
  readonly port: number;
};

/** Reads the settings of the help desk; null without one. */
export function readDesk(file: DeskFile | undefined): DeskSettings | null {
  if (!file) return null;
  const { listen: address, ...settings } = file;
  const { host = '', port = '' } = LISTEN.exec(address)?.groups ?? {};
  return { ...settings, host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

const SECRET_BYTES = 32;

/**
 * The OpenID client of the help desk. Each process has its own secret, because the server that receives a code also
 * redeems it.
 */
export const deskClient = ({ url }: Pick<DeskSettings, 'url'>) =>
  ({
    clientId: DESK_CLIENT_ID,
    clientSecret: randomBytes(SECRET_BYTES).toString('base64url'),
    requirePkce: true,
    deviceFlow: false,
    fapi: false,
    introspection: false,
    redirectUris: [`${url}${DESK_CALLBACK_PATH}`],
    postLogoutRedirectUris: [`${url}${DESK_PATH}`],
    serviceName: { ko: '헬프 데스크', en: 'Help desk' },
    displayContent: { ko: '', en: '' },
    idOtp: true,
    passkey: true,
    qrCode: false,
  }) satisfies ClientService;

/** The policy of the help desk: people with a role sign in by passkey only. */
export const deskPolicy = ({ roles }: Pick<DeskSettings, 'roles'>): PolicyRule => {
  const holders = Object.values(roles);
  return {
    id: DESK_CLIENT_ID,
    enabled: true,
    clients: [DESK_CLIENT_ID],
    users: holders.flatMap(({ users }) => users),
    groups: holders.flatMap(({ groups }) => groups),
    authType: 'otp',
    methods: ['fido2Token'],
    secondAuth: false,
    selfAuth: [],
    cubeLogin: [],
    appOtp: { standard: false },
    secondTokenPriority: {},
    management: false,
    offerPasskey: false,
  };
};

/** Problems of the desk's settings that its schema cannot detect. */
export function deskProblems(desk: DeskSettings | null, publicUrl: string): string[] {
  if (!desk) return [];
  const { users, groups } = desk.roles.administrator;
  return [
    ...(desk.url === publicUrl
      ? ['desk.url: must not be publicUrl: the desk has an address of its own']
      : []),
    ...(users.length + groups.length === 0
      ? ['desk.roles.administrator: must name an account or a group']
      : []),
  ];
}
