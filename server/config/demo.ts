import type * as v from 'valibot';
import { SEED_LICENSES, SEED_POLICIES } from '#server/seed/policies.ts';
import { DEMO_SERVICE_ID, DEMO_SP_PATH, demoMetadata } from './demo-saml.ts';
import type { configFile } from './schema.ts';

export const DEMO_CLIENT_ID = 'demo-oidc';

/** Published with the sources: production refuses it. */
export const DEMO_CLIENT_SECRET = 'demo-oidc-secret-for-the-lab-only';

type Input = v.InferInput<typeof configFile>;
type DemoFile = Input & {
  readonly clients: NonNullable<Input['clients']>;
  readonly serviceProviders: NonNullable<Input['serviceProviders']>;
  readonly policies: NonNullable<Input['policies']>;
  readonly licenses: NonNullable<Input['licenses']>;
};

/** The same place by its other name: `localhost` and `127.0.0.1` are different sites to a browser. */
const bothNames = (origin: string): string[] => {
  const other = new URL(origin);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [origin, other.origin];
};

/** The configuration of `npm start`: two services in the lab, one by OpenID and one by SAML. */
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
        qrCode: true,
        serviceName: { ko: '한빛 업무 포털', en: 'Hanbit Workspace' },
        displayContent: {
          ko: '시연용 서비스예요. 데모 계정으로 로그인해 보세요.',
          en: 'A demo service. Sign in with one of the demo accounts.',
        },
      },
    ],
    serviceProviders: [
      {
        serviceId: DEMO_SERVICE_ID,
        metadata: demoMetadata(origins),
        initiateLoginUri: `${labOrigin}${DEMO_SP_PATH}/login`,
        serviceName: { ko: '한빛 경비 관리', en: 'Hanbit Expenses' },
        displayContent: {
          ko: '시연용 SAML 서비스예요. 업무 포털에 로그인했다면 바로 들어올 수 있어요.',
          en: 'A demo service that speaks SAML. Who is signed in to the workspace comes straight in.',
        },
      },
    ],
    policies: SEED_POLICIES,
    licenses: SEED_LICENSES,
    cardMakers: ['Hanbit'],
    defaultClient: DEMO_CLIENT_ID,
    ipUrl: `${labOrigin}/ip`,
    branding: { name: { ko: '문지기', en: 'Munjigi' } },
  };
}
