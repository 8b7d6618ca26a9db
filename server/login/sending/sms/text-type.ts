import { bytesInEucKr, fittedToEucKr, SMS_BYTES } from '#server/login/sending/short-message.ts';

/** Maximum length of the subject of an LMS, in bytes of EUC-KR. */
const SUBJECT_BYTES = 40;

/** Whether a text fits into an SMS. A longer text is sent as an LMS (long message service). */
export const fitsIntoSms = (text: string): boolean => bytesInEucKr(text) <= SMS_BYTES;

/** The subject of an LMS: the first line of the text. */
export const lmsSubjectOf = (text: string): string =>
  fittedToEucKr(text.split('\n', 1)[0] ?? '', SUBJECT_BYTES);
