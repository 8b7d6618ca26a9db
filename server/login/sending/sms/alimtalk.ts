import type { AlimtalkTemplates } from '#server/config/sms.ts';
import { log } from '#server/operations/log.ts';
import type { OneTimeCode } from './gateway.ts';

/** Fills in the Alimtalk template for a code in its language; null without a template. */
export function fillAlimtalk(
  templates: AlimtalkTemplates | undefined,
  oneTimeCode: OneTimeCode | undefined,
): { readonly templateCode: string; readonly content: string } | null {
  const template = oneTimeCode && templates?.[oneTimeCode.language];
  if (!template) return null;
  const values: Readonly<Record<string, string>> = {
    code: oneTimeCode.code,
    service: oneTimeCode.serviceName,
  };
  const content = template.content.replaceAll(
    /#\{(\w+)\}/g,
    (placeholder, name: string) => values[name] ?? placeholder,
  );
  return { templateCode: template.templateCode, content };
}

/** Logs that a gateway did not accept an Alimtalk, and that an SMS is sent instead. */
export const logRefusedAlimtalk = (gateway: string, code: string): void =>
  log.warn(`${gateway} did not accept an Alimtalk (${code}); an SMS goes out in its place`);

/** Logs that an accepted Alimtalk was not delivered, and that the gateway sends an SMS instead. */
export const logUndeliveredAlimtalk = (gateway: string, code: string): void =>
  log.warn(`${gateway} did not deliver an Alimtalk (${code}); it sends an SMS in its place`);
