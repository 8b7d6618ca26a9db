import type { Language } from '#i18n/locale.ts';
import type { Ctx } from '#server/http/env.ts';
import type { Runtime, Settings } from '#server/login/portal.ts';
import { NoSuchAddress } from '#server/login/refusal.ts';
import type { InitialData } from '#wire/initial-data.ts';
import type { PortalLogin, RuntimeConfigBlock } from '#wire/runtime-config.ts';
import type { PageResult } from '#wire/server-portal.ts';
import { brandStyle } from './brand-style.ts';
import { acceptedEncoding, compress, type Encoding } from './encoding.ts';
import { firstScreenBranding, firstScreenMarkup } from './first-screen.ts';
import { newFormKey } from './form-key.ts';
import { writePage } from './html.ts';
import { requestAddress } from './request-address.ts';
import { runtimeConfig } from './runtime-config.ts';
import { cspSource, pageHeaders } from './security-headers.ts';
import type { Site } from './site.ts';

const responseEncoding = (c: Ctx): Encoding | null => acceptedEncoding(c.req.header('accept-encoding') ?? '');

const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** A page in a frame of another site is requested without cookies, so the page gets no service (rule 49). */
const framedOverrides = (c: Ctx) =>
  c.req.header('sec-fetch-dest') === 'iframe' ? { defaultClient: '', known: null } : {};

export type PageConditions = {
  readonly status?: 200 | 404;
  /** The language that a service requests; null to use the person's language. */
  readonly serviceLanguage?: Language | null;
  /** Initial data, which saves the page its first calls. */
  readonly initialData?: InitialData | null;
  /** The login of the session, for a page that shows another screen to a signed-in person; null otherwise. */
  readonly login?: PortalLogin | null;
  /** The screen that was rendered for the session; null when no screen was rendered. */
  readonly result?: PageResult | null;
  /** Address of the rendered screen for a browser without scripts; null when the server cannot render screens. */
  readonly scriptlessAddress?: string | null;
};

/** The runtime configuration in the page. */
export const pageConfig = (
  c: Ctx,
  portal: Runtime & Settings,
  challengeKey: string,
  { serviceLanguage = null, initialData = null, login = null }: PageConditions,
): RuntimeConfigBlock => ({
  ...runtimeConfig(portal, challengeKey, serviceLanguage, initialData, login),
  ...framedOverrides(c),
});

/** Names of the flows that run in a stored screen. The page needs the scripts of these flows to resume. */
function flowsOf({ screen: { snapshot } }: PageResult): readonly string[] {
  const { children = {} } = Object(snapshot) as { readonly children?: object };
  return Object.keys(children);
}

/**
 * Answers with the portal's page. The page contains the challenge key of the session, so a sealed session begins when
 * the browser has no session.
 */
export async function servePage(
  c: Ctx,
  portal: Runtime & Settings,
  site: Site,
  conditions: PageConditions = {},
): Promise<Response> {
  const {
    status = 200,
    serviceLanguage = null,
    initialData = null,
    login = null,
    result = null,
    scriptlessAddress = null,
  } = conditions;
  const language = result?.language ?? serviceLanguage ?? c.get('language');
  const challengeKey = await c.get('requestSession').ensureChallengeKey();
  const firstMarkup =
    login || result
      ? ''
      : firstScreenMarkup(site.renderFirstScreen, portal.config, c.req.path, language, initialData);
  const colors = result
    ? result.colors
    : firstMarkup === ''
      ? undefined
      : firstScreenBranding(portal.config, initialData).colors;
  const brand = brandStyle(colors);
  const page = writePage(site.template, {
    language,
    theme: portal.config.branding.theme ?? 'auto',
    config: pageConfig(c, portal, challengeKey, conditions),
    // The ID entry shows before any call is made; other screens may begin with a call.
    preloads: [
      ...site.textScripts[language],
      ...(firstMarkup === '' ? site.callScripts : []),
      ...(result ? flowsOf(result).flatMap(site.flowScripts) : []),
    ],
    screenMarkup: result?.markup ?? firstMarkup,
    result,
    screenStyle: site.screenStyle,
    brandStyle: brand?.element ?? '',
    formKey: result?.screen.key ?? newFormKey(portal.random, challengeKey),
    scriptlessAddress: result || firstMarkup !== '' ? null : scriptlessAddress,
    address: c.env?.isInPlace ? requestAddress(c) : null,
  });
  const encoding = responseEncoding(c);
  const bytes = new TextEncoder().encode(page);
  const body = encoding ? copyOf(await compress(bytes, encoding, 'each-time')) : bytes;
  return c.body(body, status, {
    'Content-Type': 'text/html; charset=utf-8',
    ...(encoding && { 'Content-Encoding': encoding }),
    ...pageHeaders(portal.config, c.req.path, [
      ...site.styles,
      ...(result ? [cspSource(site.screenStyle)] : []),
      ...(brand ? [brand.source] : []),
    ]),
  });
}

const NO_CACHE = 'no-cache';
const CACHE_FOR_A_YEAR = 'public, max-age=31536000, immutable';

/**
 * Answers with the built file at the path of the request.
 * @throws NoSuchAddress when there is no such file
 */
export const serveFile = (c: Ctx, site: Site): Promise<Response> => serveFileAt(c, site, c.req.path);

/**
 * Answers with the built file at a path, which may differ from the path of the request.
 * @param vary names of the request headers on which the answer depends
 * @throws NoSuchAddress when there is no such file
 */
export async function serveFileAt(
  c: Ctx,
  { files }: Pick<Site, 'files'>,
  path: string,
  vary = 'Accept-Encoding',
): Promise<Response> {
  const file = files.get(path);
  if (!file) throw new NoSuchAddress();
  c.set('route', c.req.path);
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': file.isHashed ? CACHE_FOR_A_YEAR : NO_CACHE,
    ETag: file.etag,
    Vary: vary,
    ...(file.contentSecurityPolicy && { 'Content-Security-Policy': file.contentSecurityPolicy }),
  };
  if (c.req.header('if-none-match') === file.etag) return c.body(null, 304, headers);
  const encoding = responseEncoding(c);
  const compressed = encoding && (await file.compressed.get(encoding));
  if (!encoding || !compressed) return c.body(file.bytes, 200, headers);
  return c.body(copyOf(compressed), 200, { ...headers, 'Content-Encoding': encoding });
}
