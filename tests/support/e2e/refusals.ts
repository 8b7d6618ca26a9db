import type { ErrorReason } from '#i18n/error-catalogue.ts';
import { catalogueOf, failureMessage } from '#i18n/error-look-up.ts';
import errors from '#i18n/errors.en.json' with { type: 'json' };
import { type Details, detailsIn, type ErrorName, isErrorCode, textOf } from '#server/login/texts.ts';
import { type Language, type TextKey, writerOf } from './texts.ts';

/** What a person reads of a refusal: of a code in the words of the page, of a guard in those of the server. */
export function refusalText(
  name: ErrorName,
  language: Language,
  details: Details = {},
  reason?: ErrorReason,
): string {
  if (!isErrorCode(name)) return textOf(name, language, details);
  const given = { ...detailsIn(details, language), ...(reason && { reason }) };
  const failure = { kind: 'rejected', status: 409, code: name, message: '', details: given } as const;
  const said = failureMessage(failure, catalogueOf(errors));
  return 'text' in said ? said.text : writerOf(language)(said.key as TextKey, said.values);
}
