import type * as v from 'valibot';
import { SEED_LICENSES, SEED_POLICIES } from '#server/seed/policies.ts';
import type { configFile } from './schema.ts';

export const DEMO_CLIENT_ID = 'demo-oidc';

/** Published with the sources: production refuses it. */
export const DEMO_CLIENT_SECRET = 'demo-oidc-secret-for-the-lab-only';

type Input = v.InferInput<typeof configFile>;
type DemoFile = Input & {
  readonly clients: NonNullable<Input['clients']>;
  readonly policies: NonNullable<Input['policies']>;
  readonly licenses: NonNullable<Input['licenses']>;
};

/** The same place by its other name: `localhost` and `127.0.0.1` are different sites to a browser. */
const bothNames = (origin: string): string[] => {
  const other = new URL(origin);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [origin, other.origin];
};

/** The configuration of `npm start`: one client service in the lab. */
export function demoFile(labOrigin: string): DemoFile {
  const origins = bothNames(labOrigin);
  return {
    clients: [
      {
        clientId: DEMO_CLIENT_ID,
        clientSecret: DEMO_CLIENT_SECRET,
        requirePkce: true,
        redirectUris: origins.map((origin) => `${origin}/service/callback`),
        postLogoutRedirectUris: origins.map((origin) => `${origin}/service`),
        initiateLoginUri: `${labOrigin}/service/login`,
        passkey: true,
        serviceName: { ko: '한빛 업무 포털', en: 'Hanbit Workspace' },
        displayContent: {
          ko: '시연용 서비스입니다. 데모 계정으로 로그인해 보세요.',
          en: 'A demo service. Sign in with one of the demo accounts.',
        },
      },
    ],
    policies: SEED_POLICIES,
    licenses: SEED_LICENSES,
    defaultClient: DEMO_CLIENT_ID,
    ipUrl: `${labOrigin}/ip`,
    branding: { name: { ko: '문지기', en: 'Munjigi' } },
  };
}
