import type { AlimtalkTemplates } from '#server/config/sms.ts';
import { log } from '#server/operations/log.ts';
import type { OneTimeCode } from './gateway.ts';

/** The template of Alimtalk in the language of a code, with what the person reads; null where there is none. */
export function alimtalkOf(
  templates: AlimtalkTemplates | undefined,
  oneTimeCode: OneTimeCode | undefined,
): { readonly templateCode: string; readonly content: string } | null {
  const template = oneTimeCode && templates?.[oneTimeCode.language];
  if (!template) return null;
  const values: Readonly<Record<string, string>> = {
    code: oneTimeCode.code,
    service: oneTimeCode.serviceName,
  };
  const content = template.content.replaceAll(/#\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return { templateCode: template.templateCode, content };
}

/** Tells the operator that a gateway did not take an Alimtalk, and that an SMS goes out in its place. */
export const alimtalkRefused = (gateway: string, code: string): void =>
  log.warn(`${gateway} did not take an Alimtalk (${code}); an SMS goes out in its place`);

/** The same of an Alimtalk that was taken and did not reach the person. */
export const alimtalkFailed = (gateway: string, code: string): void =>
  log.warn(`${gateway} did not deliver an Alimtalk (${code}); it sends an SMS in its place`);
