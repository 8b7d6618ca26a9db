import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXTS } from '#lab/expenses/texts.ts';
import { signElement } from '#server/protocols/saml/xml/signature.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { isPortalPage } from '#tests/server/oidc/engine-server.ts';
import { type PortalAndLab, startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { formOf } from '#tests/server/saml/form.ts';
import { signIn } from '#tests/server/saml/portal-calls.ts';
import { redirectAddress } from '#tests/server/saml/requests.ts';
import { SP_KEY } from '#tests/server/saml/saml-server.ts';

describe('the SAML service', () => {
  let server: PortalAndLab;
  let keyFolder = '';
  beforeAll(async () => {
    keyFolder = mkdtempSync(join(tmpdir(), 'munjigi-'));
    const saml = {
      privateKeyFile: join(keyFolder, 'saml.key'),
      certificateFile: join(keyFolder, 'saml.crt'),
    };
    writeFileSync(saml.privateKeyFile, SP_KEY.privateKey);
    writeFileSync(saml.certificateFile, SP_KEY.certificate);
    server = await startPortalAndLab({ saml });
  });
  afterAll(async () => {
    await server.close();
    rmSync(keyFolder, { recursive: true });
  });

  const session = async (browser: Browser) => (await browser.open(`${server.lab}/expenses/session`)).json();

  /** Signs in at the portal; returns the form that leads back to the service. */
  async function formFor(browser: Browser, query = '') {
    const page = await browser.follow(`${server.lab}/expenses/login${query}`, isPortalPage);
    await browser.open(page);
    const { json } = await signIn(browser, server.portal, 'kim', 'demo-saml', 'saml');
    return formOf(await (await browser.open(String(json['to']))).text());
  }

  /** Posts a form to the service, and returns the answer after the redirect. */
  async function deliver(browser: Browser, { action, fields }: ReturnType<typeof formOf>): Promise<Response> {
    const posted = await browser.submit(action, fields);
    return browser.open(new URL(posted.headers.get('location') ?? '', action));
  }

  const withChangedResponse = (form: ReturnType<typeof formOf>, change: (xml: string) => string) => {
    const xml = Buffer.from(form.fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
    const changedXml = change(xml);
    expect(changedXml).not.toBe(xml);
    return { ...form, fields: { ...form.fields, SAMLResponse: Buffer.from(changedXml).toString('base64') } };
  };

  const withoutFirstSignature = (xml: string): string =>
    xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '');
  const withoutSignatures = (xml: string): string =>
    xml.replaceAll(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '');
  const assertionOf = (xml: string): string =>
    /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const forgedAssertion = (xml: string): string =>
    withoutSignatures(assertionOf(xml))
      .replace(/ ID="[^"]+"/, ' ID="_forged-assertion"')
      .replace('>kim<', '>admin<');

  it.each<[string, (xml: string) => string]>([
    ['another name', (xml) => xml.replace('>kim<', '>admin<')],
    [
      'another audience',
      (xml) => xml.replace(/<saml:Audience>[^<]+/, '<saml:Audience>https://other.example'),
    ],
    ['another recipient', (xml) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://other.example"')],
    ['a longer validity', (xml) => xml.replaceAll(/NotOnOrAfter="2/g, 'NotOnOrAfter="3')],
    ['no signature of the response', withoutFirstSignature],
    ['no signature at all', withoutSignatures],
    [
      'a forged assertion before the signed one',
      (xml) => xml.replace('<saml:Assertion', `${forgedAssertion(xml)}<saml:Assertion`),
    ],
    [
      'a forged assertion behind the signed one',
      (xml) => xml.replace('</saml:Assertion>', `</saml:Assertion>${forgedAssertion(xml)}`),
    ],
    [
      'a forged assertion around the signed one',
      (xml) =>
        xml.replace(
          assertionOf(xml),
          forgedAssertion(xml).replace('</saml:Subject>', `${assertionOf(xml)}</saml:Subject>`),
        ),
    ],
    [
      'a forged response around the signed one',
      (xml) =>
        `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_forged-response"${/ InResponseTo="[^"]+"/.exec(xml)?.[0]}>${forgedAssertion(xml)}<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`,
    ],
    ['a name that a comment shortens', (xml) => xml.replace('>kim<', '>admin<!-- -->kim<')],
    ['an entity', (xml) => `<!DOCTYPE r [<!ENTITY n "admin">]>${xml.replace('>kim<', '>&n;<')}`],
  ])('refuses a response with %s', async (_name, change) => {
    const browser = new Browser();
    const page = await deliver(browser, withChangedResponse(await formFor(browser), change));
    expect(page.status).toBe(400);
    expect(await page.text()).toContain(TEXTS.failed.en);
    expect(await session(browser)).toEqual({ signedIn: false });
  });

  /** A changed response that is signed again with the portal's key. */
  const signedAgain = (form: ReturnType<typeof formOf>, change: (xml: string) => string) =>
    withChangedResponse(form, (xml) => {
      const unsigned = withoutSignatures(xml);
      const [responseId = '', assertionId = ''] = [...unsigned.matchAll(/ ID="([^"]+)"/g)].map(
        ([, id]) => id,
      );
      return signElement(signElement(change(unsigned), assertionId, SP_KEY), responseId, SP_KEY);
    });

  it.each<[string, (xml: string) => string]>([
    ['another service', (xml) => xml.replace(/(<saml:Audience>)[^<]+/, '$1https://other.example')],
    ['another address', (xml) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://other.example"')],
    ['another request', (xml) => xml.replaceAll(/InResponseTo="[^"]+"/g, 'InResponseTo="_another-one"')],
    [
      'a time in the past',
      (xml) => xml.replaceAll(/( NotOnOrAfter)="[^"]+"/g, '$1="2020-01-01T00:00:00.000Z"'),
    ],
    [
      'a time in the future',
      (xml) => xml.replace(/NotBefore="[^"]+"/, 'NotBefore="2100-01-01T00:00:00.000Z"'),
    ],
    ['another provider', (xml) => xml.replaceAll(/(<saml:Issuer[^>]*>)[^<]+/g, '$1https://other.example')],
  ])('refuses a response that the portal has signed for %s', async (_name, change) => {
    const browser = new Browser();
    const form = await formFor(browser);
    expect((await deliver(browser, signedAgain(form, change))).status).toBe(400);
    expect(await session(browser)).toEqual({ signedIn: false });
  });

  it('accepts a changed response that the portal has signed for this service', async () => {
    const browser = new Browser();
    const form = await formFor(browser);
    const changeSessionIndex = (xml: string) =>
      xml.replace(/SessionIndex="[^"]+"/, 'SessionIndex="_another-session"');
    expect((await deliver(browser, signedAgain(form, changeSessionIndex))).status).toBe(303);
    expect(await session(browser)).toMatchObject({ signedIn: true, sessionIndex: '_another-session' });
  });

  it('accepts a response only once, and only in the browser of the request', async () => {
    const browser = new Browser();
    const form = await formFor(browser);
    const otherBrowser = new Browser();
    expect((await deliver(otherBrowser, form)).status).toBe(400);
    expect(await session(otherBrowser)).toEqual({ signedIn: false });
    expect((await deliver(browser, form)).status).toBe(303);
    expect(await session(browser)).toMatchObject({ signedIn: true, nameId: 'kim' });
    expect((await deliver(browser, form)).status).toBe(400);
  });

  it('refuses a text that is not a response', async () => {
    const browser = new Browser();
    const acs = `${server.lab}/expenses/acs`;
    expect((await browser.submit(acs, {})).status).toBe(400);
    expect((await deliver(browser, { action: acs, fields: { SAMLResponse: 'bm90aGluZw' } })).status).toBe(
      400,
    );
    expect((await browser.open(`${acs}?response=nothing`)).status).toBe(400);
  });

  it('leads to the requested page, but to no other site', async () => {
    for (const [target, location] of [
      ['/expenses?month=11', '/expenses?month=11'],
      ['https://evil.example/', '/expenses'],
      ['//evil.example', '/expenses'],
    ] as const) {
      const browser = new Browser();
      const form = await formFor(browser, `?target=${encodeURIComponent(target)}`);
      expect((await deliver(browser, form)).headers.get('location')).toBe(location);
    }
  });

  it('signs out of the portal, after which the other service gets no single sign-on', async () => {
    const browser = new Browser();
    await deliver(browser, await formFor(browser));
    const logout = await browser.submit(`${server.lab}/expenses/logout`, {});
    const portalAnswer = await browser.open(logout.headers.get('location') ?? '');
    const serviceAnswer = await browser.open(portalAnswer.headers.get('location') ?? '');
    expect(serviceAnswer.headers.get('location')).toBe(`${server.lab}/expenses?state=signed-out`);
    const callback = await browser.follow(
      `${server.lab}/service/login?prompt=none`,
      ({ pathname }) => pathname === '/service/callback',
    );
    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  it('refuses an unsigned or changed LogoutResponse', async () => {
    const browser = new Browser();
    await deliver(browser, await formFor(browser));
    const logout = await browser.submit(`${server.lab}/expenses/logout`, {});
    const location = (await browser.open(logout.headers.get('location') ?? '')).headers.get('location') ?? '';
    const unsigned = location.replace(/&Signature=.*/, '');
    const withOtherRelayState = location.replace(/RelayState=[^&]+/, 'RelayState=https%3A%2F%2Fevil.example');
    const withTwoResponses = `${location}&${/SAMLResponse=[^&]+/.exec(location)?.[0]}`;
    for (const url of [unsigned, withOtherRelayState, withTwoResponses]) {
      const page = await browser.open(url);
      expect([page.status, (await page.text()).includes(TEXTS.notSignedOut.en)]).toEqual([400, true]);
    }
  });

  it('ends its session only for a LogoutRequest of the portal', async () => {
    const browser = new Browser();
    await deliver(browser, await formFor(browser));
    const logout = await browser.open(`${server.portal}/logout`, {
      headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    });
    const page = await (
      await browser.open(new URL(logout.headers.get('location') ?? '', server.portal))
    ).text();
    const request = /class="action" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const xml = inflateRawSync(
      Buffer.from(new URL(request).searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString('utf8');
    const toOtherService = xml.replace(/Destination="[^"]+"/, 'Destination="https://other.example/slo"');
    expect(toOtherService).not.toBe(xml);
    for (const url of [
      redirectAddress(`${server.lab}/expenses/slo`, toOtherService, { isSigned: true }),
      request.replace(/&Signature=.*/, ''),
      request.replace(/SAMLRequest=[^&]{20}/, 'SAMLRequest=nVLLTsMwEPwVy3cn'),
      `${request}&${/SAMLRequest=[^&]+/.exec(request)?.[0]}`,
    ]) {
      expect((await browser.open(url)).status).toBe(400);
    }
    expect(await session(browser)).toMatchObject({ signedIn: true, nameId: 'kim' });
    const answer = await browser.open(request);
    expect(answer.headers.get('location')).toContain(`${server.portal}/saml/slo?SAMLResponse=`);
    expect(await session(browser)).toEqual({ signedIn: false });
    const portalAnswer = await browser.open(answer.headers.get('location') ?? '');
    const endPage = await browser.open(new URL(portalAnswer.headers.get('location') ?? '', server.portal));
    expect(await endPage.text()).toContain('href="/logout"');
  });

  it('serves its metadata', async () => {
    const metadata = await (await fetch(`${server.lab}/expenses/metadata`)).text();
    expect(metadata).toContain(`entityID="${server.lab}/expenses/metadata"`);
    expect(metadata).toContain(`Location="${server.lab}/expenses/acs"`);
  });
});
