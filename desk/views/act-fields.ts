import type { DeskKey } from '#desk/app/text.ts';
import type { ActName } from '#machines/desk/desk.types.ts';
import { ACCOUNT_FIELDS } from '#wire/desk/people.ts';

/** A text field of an act. */
export type ActField = { readonly name: string; readonly label: DeskKey; readonly example?: string };

/** The fields of an account that a person can type. The status is changed by separate acts. */
const ACCOUNT_TEXT_FIELDS: readonly ActField[] = [
  ...ACCOUNT_FIELDS.filter((field) => field !== 'userId' && field !== 'status').map((field) => ({
    name: field,
    label: `desk.field.${field}` as const,
  })),
  { name: 'groups', label: 'desk.field.groups' },
];

/** By act: the text fields of its form, without the reason. */
export const ACT_FIELDS: Readonly<Partial<Record<ActName, readonly ActField[]>>> = {
  add: [{ name: 'userId', label: 'desk.field.userId' }, ...ACCOUNT_TEXT_FIELDS],
  change: ACCOUNT_TEXT_FIELDS,
  putNotice: [
    { name: 'ko', label: 'desk.notices.ko' },
    { name: 'en', label: 'desk.notices.en' },
    { name: 'from', label: 'desk.notices.from', example: '2026-11-26 09:00' },
    { name: 'until', label: 'desk.notices.until', example: '2026-11-26 09:00' },
  ],
};
