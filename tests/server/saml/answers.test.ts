import { afterAll, describe, expect, it } from 'vitest';
import { attribute, elementText } from '#server/config/saml/read.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { setLogin } from '#tests/server/oidc/engine-server.ts';
import { formOf } from './form.ts';
import { nameIdIn, requestIdOf, requestingService, STATUS } from './requesting-service.ts';
import { authnRequest, newId, postFields, withSignature } from './requests.ts';
import { browserSignedInAs, SIGNING_SERVICE, startSamlServer, UNSIGNED_SERVICE } from './saml-server.ts';

const NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:';
const LOGIN = { userId: 'kim', amr: ['pwd'], steps: 1, at: 0, signedInAt: 0 } as const;
const AUTHN_CONTEXT = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';

describe('an AuthnRequest is answered', async () => {
  const server = await startSamlServer();
  const service = await requestingService(server);
  afterAll(() => server.close());

  it('by a signed response with a signed assertion for this service, this request and this moment', async () => {
    const id = newId();
    const { root, assertion, action, status, xml } = await service.answer(browserSignedInAs(server, 'kim'), {
      id,
    });
    expect(action).toBe('https://plain.example/acs2');
    expect(status).toEqual([`${STATUS}Success`]);
    expect([attribute(root, 'Destination'), attribute(root, 'InResponseTo')]).toEqual([action, id]);
    expect(elementText(nameIdIn(assertion))).toBe('kim');
    expect(xml).toMatch(
      /<saml:Attribute Name="departments"[^>]*><saml:AttributeValue>Sales<\/saml:AttributeValue><saml:AttributeValue>R&amp;D<\/saml:AttributeValue><\/saml:Attribute>/,
    );
    const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
    expect(read(/<saml:Audience>([^<]+)/)).toBe('https://plain.example/sp');
    expect(read(/Recipient="([^"]+)"/)).toBe(action);
    expect(read(/SubjectConfirmationData InResponseTo="([^"]+)"/)).toBe(id);
    const until = Date.parse(read(/Conditions NotBefore="[^"]+" NotOnOrAfter="([^"]+)"/));
    expect(until - server.now()).toBeGreaterThan(4 * 60_000);
    expect(until - server.now()).toBeLessThanOrEqual(5 * 60_000);
    expect(read(/AuthnContextClassRef>([^<]+)/)).toBe(`${AUTHN_CONTEXT}PasswordProtectedTransport`);
    expect(Date.parse(read(/SessionNotOnOrAfter="([^"]+)"/)) - server.now()).toBeGreaterThan(
      11 * 60 * 60_000,
    );
  });

  it('on a page whose form may be posted to https only, whatever the RelayState', async () => {
    const markup = '"><script>alert(1)</script>&amp;\'가';
    const page = await service.openResponse(browserSignedInAs(server, 'kim'), {}, markup);
    const text = await page.text();
    expect(text).not.toContain('<script>alert');
    expect(service.responseIn(text).relayState).toBe(markup);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self' https:;");
    expect(policy).toMatch(/script-src 'sha256-[^']+';/);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['the first one', 'AssertionConsumerServiceIndex="0"', 'https://plain.example/acs'],
    [
      'one by its address',
      'AssertionConsumerServiceURL="https://plain.example/acs"',
      'https://plain.example/acs',
    ],
    ['the default', '', 'https://plain.example/acs2'],
  ])('at the registered address that it requests: %s', async (_name, attributes, action) => {
    expect((await service.answer(browserSignedInAs(server, 'kim'), { attributes })).action).toBe(action);
  });

  describe('with the requested name ID format:', () => {
    const nameIdPolicy = (format: string) => ({ inside: `<samlp:NameIDPolicy Format="${format}"/>` });
    const answerWith = async (format: string, userId = 'kim', origin = UNSIGNED_SERVICE.origin) => {
      const browser = browserSignedInAs(server, userId);
      const values = { ...nameIdPolicy(format), origin };
      if (origin === UNSIGNED_SERVICE.origin) return service.answer(browser, values);
      const form = postFields(withSignature(authnRequest(server, values)));
      const onward = await browser.submitAndOpen(`${server.origin}/saml/sso`, form);
      return service.responseIn(await (await service.resume(browser, requestIdOf(onward))).text());
    };

    it('a mail address', async () => {
      const nameId = nameIdIn(
        (await answerWith('urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress')).assertion,
      );
      expect(elementText(nameId)).toBe('kim@example.com');
    });

    it('persistent, the same every time, different for each person and service', async () => {
      const nameIdOf = async (userId: string, origin?: string) =>
        elementText(nameIdIn((await answerWith(`${NAME_ID_FORMAT}persistent`, userId, origin)).assertion));
      const [first, again, other, elsewhere] = [
        await nameIdOf('kim'),
        await nameIdOf('kim'),
        await nameIdOf('lee'),
        await nameIdOf('kim', SIGNING_SERVICE.origin),
      ];
      expect(again).toBe(first);
      expect(new Set([first, other, elsewhere]).size).toBe(3);
      expect(first).not.toContain('kim');
    });

    it('transient, different every time', async () => {
      const nameIdOf = async () =>
        elementText(nameIdIn((await answerWith(`${NAME_ID_FORMAT}transient`)).assertion));
      const [first, second] = [await nameIdOf(), await nameIdOf()];
      expect(first).toMatch(/^_[\da-f]{40}$/);
      expect(second).not.toBe(first);
    });

    it('by InvalidNameIDPolicy when it is unsupported', async () => {
      const response = await service.begin(new Browser(), nameIdPolicy(`${NAME_ID_FORMAT}kerberos`));
      expect(service.responseIn(await response.text()).status).toEqual([
        `${STATUS}Requester`,
        `${STATUS}InvalidNameIDPolicy`,
      ]);
    });
  });

  it.each([
    ['exact', [`${AUTHN_CONTEXT}PasswordProtectedTransport`], true],
    ['exact', [`${AUTHN_CONTEXT}Password`], true],
    ['exact', ['https://refeds.org/profile/mfa'], false],
    ['exact', ['urn:unknown'], false],
    ['minimum', [`${AUTHN_CONTEXT}Password`], true],
    ['minimum', ['https://refeds.org/profile/mfa'], false],
    ['maximum', [`${AUTHN_CONTEXT}PasswordProtectedTransport`], true],
    ['better', [`${AUTHN_CONTEXT}PasswordProtectedTransport`], false],
  ])(
    'by the class of the login when it meets %s %j, else by NoAuthnContext',
    async (comparison, classes, isMet) => {
      const inside = `<samlp:RequestedAuthnContext Comparison="${comparison}">${classes.map((name) => `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>`).join('')}</samlp:RequestedAuthnContext>`;
      const { status, assertion } = await service.answer(browserSignedInAs(server, 'kim'), { inside });
      expect(status).toEqual(
        isMet ? [`${STATUS}Success`] : [`${STATUS}Responder`, `${STATUS}NoAuthnContext`],
      );
      expect(assertion !== null).toBe(isMet);
    },
  );

  it('for the person whom it names, and for nobody else', async () => {
    const inside = '<saml:Subject><saml:NameID>lee</saml:NameID></saml:Subject>';
    const lee = browserSignedInAs(server, 'lee');
    const id = requestIdOf(await service.begin(lee, { inside }));
    expect((await server.engine.find(id))?.loginHint).toBe('lee');
    expect(service.responseIn(await (await service.resume(lee, id)).text()).status).toEqual([
      `${STATUS}Success`,
    ]);
    const { status } = await service.answer(browserSignedInAs(server, 'kim'), { inside });
    expect(status).toEqual([`${STATUS}Responder`, `${STATUS}UnknownPrincipal`]);
  });

  it('without a page when it is passive: by an assertion, or by NoPassive', async () => {
    const passiveStatus = async (browser: Browser, attributes = 'IsPassive="true"') =>
      service.responseIn(await (await service.begin(browser, { attributes })).text()).status;
    expect(await passiveStatus(new Browser())).toEqual([`${STATUS}Responder`, `${STATUS}NoPassive`]);
    expect(await passiveStatus(browserSignedInAs(server, 'kim'))).toEqual([`${STATUS}Success`]);
    const earlier = browserSignedInAs(server, 'kim', server.now() - 1000);
    expect(await passiveStatus(earlier, 'IsPassive="1" ForceAuthn="1"')).toEqual([
      `${STATUS}Responder`,
      `${STATUS}NoPassive`,
    ]);
  });

  it('by AuthnFailed when the person declines, and by nothing else afterwards', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const messageId = newId();
    const id = requestIdOf(await service.begin(browser, { id: messageId }, 'the-state'));
    expect(await server.engine.decline(id)).toBe(true);
    expect(await server.engine.find(id)).toBeNull();
    await expect(server.engine.finish(id, LOGIN)).rejects.toThrow('finished');
    const page = service.responseIn(await (await service.resume(browser, id)).text());
    expect([page.action, page.relayState]).toEqual(['https://plain.example/acs2', 'the-state']);
    expect(attribute(page.root, 'InResponseTo')).toBe(messageId);
    expect(page.status).toEqual([`${STATUS}Responder`, `${STATUS}AuthnFailed`]);
    expect(page.assertion).toBeNull();
    expect(await server.engine.decline(id)).toBe(false);
  });

  it('once, and with the same response again in case the first was lost', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const form = postFields(
      withSignature(authnRequest(server, { origin: SIGNING_SERVICE.origin, attributes: 'IsPassive="true"' })),
    );
    const postResponse = await browser.submit(`${server.origin}/saml/sso`, form);
    const address = new URL(postResponse.headers.get('location') ?? '', server.origin);
    const entryCount = server.portal.serviceEntries.length;
    const answer = async () => service.responseIn(await (await browser.open(address)).text());
    const firstAnswer = await answer();
    expect(firstAnswer.status).toEqual([`${STATUS}Success`]);
    expect((await answer()).xml).toBe(firstAnswer.xml);
    const concurrentAnswers = await Promise.all([answer(), answer()]);
    expect(concurrentAnswers.map(({ xml }) => xml)).toEqual([firstAnswer.xml, firstAnswer.xml]);
    expect(server.portal.serviceEntries.slice(entryCount)).toEqual(['kim at signed']);
    browser.setCookie(server.origin, 'portal', 'signed-out');
    expect((await browser.open(address)).status).toBe(400);
  });

  it('with ForceAuthn only after a new login', async () => {
    const browser = browserSignedInAs(server, 'kim', server.now() - 1000);
    const id = requestIdOf(await service.begin(browser, { attributes: 'ForceAuthn="true"' }));
    expect((await service.resume(browser, id)).headers.get('location')).toBe(`/redirect?uid=${id}`);
    setLogin(server, browser, 'kim', server.now());
    expect(service.responseIn(await (await service.resume(browser, id)).text()).status).toEqual([
      `${STATUS}Success`,
    ]);
  });

  it('only in the browser that began it, and for the person who is signed in there', async () => {
    const browser = new Browser();
    const id = requestIdOf(await service.begin(browser));
    await server.engine.finish(id, { ...LOGIN, at: server.now(), signedInAt: server.now() });
    expect((await service.resume(browser, id, '')).headers.get('location')).toBe(`/redirect?uid=${id}`);
    const otherBrowser = browserSignedInAs(server, 'kim');
    expect((await service.resume(otherBrowser, id, '')).status).toBe(400);
    expect((await service.resume(otherBrowser, id)).status).toBe(400);
    setLogin(server, browser, 'lee', server.now());
    expect((await service.resume(browser, id, '')).headers.get('location')).toBe(`/redirect?uid=${id}`);
  });

  it('by one response, also when it is resumed concurrently or repeated after a lost answer', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const id = requestIdOf(await service.begin(browser));
    const answers = await Promise.all([service.resume(browser, id), service.resume(browser, id)]);
    const pages = await Promise.all(
      [...answers, await service.resume(browser, id)].map((answer) => answer.text()),
    );
    expect(new Set(pages.map((page) => formOf(page).fields['SAMLResponse'])).size).toBe(1);
    server.advance(61);
    expect((await service.resume(browser, id)).status).toBe(400);
    await expect(server.engine.finish(id, LOGIN)).rejects.toThrow(id);
    expect(await server.engine.find(id)).toBeNull();
  });

  it('not by HEAD or a prefetch, and not after an hour', async () => {
    const browser = browserSignedInAs(server, 'kim');
    const id = requestIdOf(await service.begin(browser));
    expect((await browser.open(`${server.origin}/saml/resume/${id}`, { method: 'HEAD' })).status).toBe(405);
    const prefetch = { headers: { 'sec-purpose': 'prefetch' } };
    expect((await browser.open(`${server.origin}/saml/resume/${id}?noReauth=Y`, prefetch)).status).toBe(503);
    server.advance(3601);
    expect((await service.resume(browser, id)).status).toBe(400);
  });

  it('only at its paths and methods; others get an error', async () => {
    const statusOf = async (method: string, path: string) =>
      (await new Browser().open(server.origin + path, { method })).status;
    const nothing = `${server.origin}/saml/nothing`;
    const page = await new Browser().open(nothing);
    expect([page.status, page.headers.get('location')]).toEqual([303, '/error']);
    expect((await fetch(nothing, { headers: { accept: 'application/json' } })).status).toBe(404);
    expect(await statusOf('PUT', '/saml/sso')).toBe(405);
    expect(await statusOf('POST', '/saml/metadata')).toBe(405);
    expect(await statusOf('GET', '/saml/resume/nothing')).toBe(400);
    expect(await statusOf('GET', '/saml/continue/nothing')).toBe(400);
  });
});
