import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { DESK_CALLBACK_PATH, DESK_CLIENT_ID, DESK_PATH } from '#wire/desk/names.ts';
import type { ClientService } from './client.ts';
import { networkMatcher } from './network-range.ts';
import type { PolicyRule } from './policy.ts';
import { origin, text, wholeNumber, withDescription } from './values.ts';

const LISTEN_ADDRESS = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d{1,5})$/i;

const MAX_PORT = 65_535;

function isListenAddress(value: string): boolean {
  const port = LISTEN_ADDRESS.exec(value)?.groups?.['port'];
  return port !== undefined && Number(port) <= MAX_PORT;
}

const listenAddress = v.pipe(
  v.string(),
  v.check(isListenAddress, 'must be an address and a port such as 10.0.0.5:8443'),
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
    listenAddress,
    'Address and port at which only the help desk is served, not the portal, such as 10.0.0.5:8443.',
  ),
  url: withDescription(origin, 'Origin at which browsers reach the help desk.'),
  networks: v.optional(
    withDescription(
      v.pipe(v.array(network), v.minLength(1, 'must name at least one network')),
      'Networks from which the help desk can be used; by default all networks.',
    ),
  ),
  roles: withDescription(
    v.strictObject({
      viewer: withDescription(
        roleHolders('may view people, with contacts masked'),
        'People who may only view.',
      ),
      helpDesk: withDescription(
        roleHolders('help people with their sign-in'),
        'People who help others to sign in.',
      ),
      administrator: withDescription(
        roleHolders('change accounts and everything else at the desk'),
        'Administrators of the help desk; at least one account or group.',
      ),
    }),
    'Roles of people at the help desk; a person with several roles has the rights of the highest role.',
  ),
  reasons: v.optional(
    withDescription(v.boolean(), 'Each act at the help desk that changes an account needs a reason.'),
    false,
  ),
  idleMinutes: v.optional(
    withDescription(wholeNumber(1), 'Minutes after which an unused session of the help desk ends.'),
    15,
  ),
});

export type DeskEntry = v.InferOutput<typeof desk>;

/** The settings of the help desk, with `listen` split into host and port. */
export type DeskSettings = Omit<DeskEntry, 'listen'> & {
  readonly host: string;
  readonly port: number;
};

/** The settings of the help desk; null when the configuration has no help desk. */
export function readDesk(entry: DeskEntry | undefined): DeskSettings | null {
  if (!entry) return null;
  const { listen, ...settings } = entry;
  const { host = '', port = '' } = LISTEN_ADDRESS.exec(listen)?.groups ?? {};
  return { ...settings, host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

const SECRET_BYTES = 32;

/**
 * The OpenID client of the help desk. Each process has its own secret, because the process that receives an
 * authorization code also redeems it.
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

/** Problems of the help desk's settings that the schema cannot detect. */
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
