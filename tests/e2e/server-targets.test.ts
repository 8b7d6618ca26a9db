import { expect } from '@playwright/test';
import { DEMO_CLIENT_ID } from '#server/config/demo.ts';
import { DEMO_SP_PRIVATE_KEY } from '#server/config/demo-saml.ts';
import { ROUTES as SAML } from '#server/protocols/saml/routes.ts';
import { authnRequest, redirectAddress } from '#tests/server/saml/requests.ts';
import { watchForeignActivity } from '#tests/support/e2e/foreign-activity.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { test as testWithoutPerson } from '#tests/support/e2e.ts';
import { encodeForXml, fitsXml, hostileTo } from '#tests/targets/hostile.ts';
import { NO_REAUTH_PARAM, NO_REAUTH_VALUE, REQUEST_PARAM } from '#wire/names.ts';

const HOSTILE_ADDRESSES = hostileTo('https://rp.example/callback');

/** The origins of the portal and of the lab. */
type Origins = { readonly portal: string; readonly lab: string };

const samlRequest = (
  { portal, lab }: Origins,
  { attributes = '', relayState }: { readonly attributes?: string; readonly relayState?: string },
): string =>
  redirectAddress(
    `${portal}/saml/sso`,
    authnRequest({ origin: portal, now: Date.now }, { issuer: `${lab}/expenses/metadata`, attributes }),
    { isSigned: true, key: DEMO_SP_PRIVATE_KEY, ...(relayState !== undefined && { relayState }) },
  );

/** Functions that put an address into a link to the server, as another site can do. They return null if the link cannot contain the address. */
const LINK_BUILDERS: Readonly<Record<string, (address: string, origins: Origins) => string | null>> = {
  'the address of the language switch': (address) => `/language/en?back=${encodeURIComponent(address)}`,
  'the address after a sign-out to use another account': (address) =>
    `/logout?continue=${encodeURIComponent(address)}`,
  'a request of OpenID Connect': (address) =>
    `/oauth2/authorize?${new URLSearchParams({
      client_id: DEMO_CLIENT_ID,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      redirect_uri: address,
    })}`,
  'a sign-out of OpenID Connect': (address) =>
    `/oauth2/end-session?${new URLSearchParams({ client_id: DEMO_CLIENT_ID, post_logout_redirect_uri: address })}`,
  'the address for the answer to a SAML request': (address, origins) =>
    fitsXml(address)
      ? samlRequest(origins, { attributes: `AssertionConsumerServiceURL="${encodeForXml(address)}"` })
      : null,
};

for (const [name, buildLink] of Object.entries(LINK_BUILDERS)) {
  testWithoutPerson(
    `the server does not redirect to a hostile address in ${name}`,
    async ({ page, portal, lab }) => {
      const addresses = new Set([...HOSTILE_ADDRESSES, ...hostileTo(`${lab}/service/callback`)]);
      testWithoutPerson.setTimeout(60_000 + 1_000 * addresses.size);
      const foreignActivity = watchForeignActivity(page, [portal, lab]);
      let openedLinks = 0;
      for (const address of addresses) {
        const link = buildLink(address, { portal, lab });
        if (link === null) continue;
        await page.goto(link, { waitUntil: 'commit' });
        expect(new URL(page.url()).origin, address).toBe(portal);
        openedLinks += 1;
      }
      await page.waitForLoadState();
      expect(foreignActivity).toEqual([]);
      expect(openedLinks).toBeGreaterThan(500);
    },
  );
}

test('the server does not redirect to a hostile address in RelayState', async ({
  page,
  person,
  portal,
  lab,
}) => {
  test.setTimeout(60_000 + 1_000 * HOSTILE_ADDRESSES.length);
  await person.signIn('kim');
  const foreignActivity = watchForeignActivity(page, [portal, lab]);
  let answeredRequests = 0;
  for (const relayState of HOSTILE_ADDRESSES) {
    const response = await page.request.get(samlRequest({ portal, lab }, { relayState }), {
      maxRedirects: 0,
    });
    // A relay state that is too long is refused, so no request is created.
    const { searchParams } = new URL(response.headers()['location'] ?? '/', portal);
    const id = searchParams.get(REQUEST_PARAM);
    if (id === null) continue;
    await page.goto(`${SAML.resume}/${id}?${NO_REAUTH_PARAM}=${NO_REAUTH_VALUE}`);
    await expect(page, relayState).toHaveURL(
      ({ origin, pathname }) => origin === lab && pathname === '/expenses/acs',
    );
    answeredRequests += 1;
  }
  expect(foreignActivity).toEqual([]);
  expect(answeredRequests).toBeGreaterThan(HOSTILE_ADDRESSES.length - 10);
});
