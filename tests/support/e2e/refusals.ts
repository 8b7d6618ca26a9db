import type { ErrorReason } from '#i18n/error-catalogue.ts';
import { catalogueOf, failureMessage } from '#i18n/error-look-up.ts';
import errors from '#i18n/errors.en.json' with { type: 'json' };
import { type Details, detailsIn, type ErrorName, isErrorCode, textOf } from '#server/login/texts.ts';
import { type Language, type TextKey, textIn } from './texts.ts';

/** The text that a person reads after a refusal: the page's text for an error code, otherwise the server's text. */
export function refusalText(
  name: ErrorName,
  language: Language,
  details: Details = {},
  reason?: ErrorReason,
): string {
  if (!isErrorCode(name)) return textOf(name, language, details);
  const allDetails = { ...detailsIn(details, language), ...(reason && { reason }) };
  const failure = { kind: 'rejected', status: 409, code: name, message: '', details: allDetails } as const;
  const message = failureMessage(failure, catalogueOf(errors));
  return 'text' in message ? message.text : textIn(language)(message.key as TextKey, message.values);
}
