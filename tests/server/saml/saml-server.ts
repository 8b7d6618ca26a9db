import { DEMO_SP_CERTIFICATE, DEMO_SP_PRIVATE_KEY } from '#server/config/demo-saml.ts';
import { resolveConfig } from '#server/config/load.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { ReloadingEngine } from '#server/protocols/reloading-engine.ts';
import { createSamlEngine } from '#server/protocols/saml/index.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { FakePortal, setLogin } from '#tests/server/oidc/engine-server.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

/** The key of all service providers. */
export const SP_KEY = { privateKey: DEMO_SP_PRIVATE_KEY, certificate: DEMO_SP_CERTIFICATE };

type Provider = {
  readonly origin: string;
  readonly isSigned?: boolean;
  readonly hasKey?: boolean;
  /** Binding of the single logout service; null for none. */
  readonly slo?: 'HTTP-POST' | 'HTTP-Redirect' | null;
  /** Further elements, in XML. */
  readonly inside?: string;
};

/** The metadata of a service provider. */
export function spMetadata({
  origin,
  isSigned = false,
  hasKey = isSigned,
  slo = 'HTTP-POST',
  inside = '',
}: Provider): string {
  const key = DEMO_SP_CERTIFICATE.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0"?>
<!-- Generated. -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${origin}/sp">
<md:SPSSODescriptor AuthnRequestsSigned="${isSigned}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${hasKey ? `<md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>` : ''}
${slo === null ? '' : `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${slo}" Location="${origin}/slo" ResponseLocation="${origin}/slo-answer"/>`}
${inside}
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/acs" index="0"/>
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${origin}/acs2" index="7" isDefault="true"/>
</md:SPSSODescriptor>
</md:EntityDescriptor>`;
}

export const SIGNING_SERVICE = { origin: 'https://signed.example', isSigned: true };
export const UNSIGNED_SERVICE = { origin: 'https://plain.example' };

const PROVIDERS = [
  {
    serviceId: 'signed',
    metadata: spMetadata(SIGNING_SERVICE),
    initiateLoginUri: 'https://signed.example/login',
    serviceName: { ko: '서명 서비스', en: 'Signed' },
  },
  {
    serviceId: 'pl|ain',
    metadata: spMetadata(UNSIGNED_SERVICE),
    serviceName: { ko: '보통 서비스', en: 'Plain' },
    groups: { claim: 'departments' },
  },
];

export type SamlServer = {
  readonly origin: string;
  readonly engine: ReloadingEngine;
  readonly portal: FakePortal;
  now(): number;
  /** Moves the server's clock. */
  advance(seconds: number): void;
  close(): Promise<void>;
};

/**
 * Starts the engine alone, with a `FakePortal`.
 * @param withFederations adds the services of the federations to a configuration
 */
export async function startSamlServer(
  extraConfig: Readonly<Record<string, unknown>> = {},
  withFederations = async (config: ServerConfig): Promise<ServerConfig> => config,
): Promise<SamlServer> {
  const portal = new FakePortal();
  let engine: ReloadingEngine | null = null;
  let offset = 0;
  const now = () => Date.now() + offset * 1000;
  const httpServer = await startHttpServer((req, res) => {
    // A form that is too large is not read to its end, so the connection cannot be used again.
    res.shouldKeepAlive = false;
    if (engine?.handles(req.method ?? 'GET', req.url ?? '/')) void engine.handler(req, res);
    else res.end(`portal ${req.url}`);
  });
  const origin = `http://localhost:${httpServer.port}`;
  const environment = { mode: 'demo', publicUrl: origin, labOrigin: 'http://localhost:1' } as const;
  const config = await withFederations(
    resolveConfig(
      { publicUrl: origin, serviceProviders: PROVIDERS, ...extraConfig },
      'the test',
      environment,
    ),
  );
  const storage = await openTestStorage();
  engine = await createSamlEngine({ config, portal, storage, dataDir: null, now });
  return {
    origin,
    engine,
    portal,
    now,
    advance: (seconds) => {
      offset += seconds;
    },
    async close() {
      await httpServer.close();
      await storage.close();
    },
  };
}

/** A browser with a portal session in which `userId` has just signed in. */
export function browserSignedInAs(server: SamlServer, userId: string, at = server.now()): Browser {
  const browser = new Browser();
  setLogin(server, browser, userId, at);
  return browser;
}
