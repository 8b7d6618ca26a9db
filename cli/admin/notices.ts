import * as v from 'valibot';
import { noticeAdmin, noticeBody } from '#server/administration/notices.ts';
import { instantOf } from '#wire/desk/instant.ts';
import { DESK_MAX_NOTICE_LENGTH } from '#wire/desk/names.ts';
import type { Notice } from '#wire/desk/notices.ts';
import type { Action, ActionContext } from './action-context.ts';
import { AdminUsageError, type ParsedArguments } from './arguments.ts';
import { timeIn } from './lines.ts';

const noticeAdminOf = ({ portal }: ActionContext, { operator, reason }: ParsedArguments) =>
  noticeAdmin({ portal, operator, reason });

function noticeText(
  { portal: { config, now } }: ActionContext,
  { noticeId, ko, en, from, until, by }: Notice,
): string {
  const endedLabel = until <= now() ? ' (over · 끝남)' : '';
  const period = `${timeIn(config.timeZone, from)} ~ ${timeIn(config.timeZone, until)}`;
  return `${noticeId}  ${period}  ${by}${endedLabel}\n  ${ko}\n  ${en}`;
}

/**
 * The time in an option, in epoch milliseconds. The option is a local time of the server.
 * @throws AdminUsageError
 */
function timeOption({ portal }: ActionContext, args: ParsedArguments, name: 'from' | 'until'): number {
  const at = instantOf(args.text(name) ?? '', portal.config.timeZone);
  if (at === null) throw new AdminUsageError(`--${name} must be a time such as "2026-11-26 09:00".`);
  return at;
}

/**
 * The notice that the arguments describe.
 * @throws AdminUsageError
 */
function noticeIn(context: ActionContext, args: ParsedArguments) {
  const parsed = v.safeParse(noticeBody, {
    ...(args.subject !== '' && { noticeId: args.subject }),
    ko: args.text('ko'),
    en: args.text('en'),
    from: timeOption(context, args, 'from'),
    until: timeOption(context, args, 'until'),
  });
  if (parsed.success) return parsed.output;
  throw new AdminUsageError(
    `--ko and --en must be one line of at most ${DESK_MAX_NOTICE_LENGTH} characters, and --until must be after --from.`,
  );
}

export const NOTICE_ACTIONS: Readonly<Record<string, Action>> = {
  notices: {
    positionals: 'none',
    options: { json: 'flag' },
    async run(context, args) {
      const notices = await context.portal.notices.all();
      context.report({ action: 'notices' });
      if (args.flag('json')) return context.print(JSON.stringify(notices, null, 2));
      if (notices.length === 0) return context.print('There is no notice. · 공지가 없어요.');
      for (const notice of notices) context.print(noticeText(context, notice));
    },
  },
  'put-notice': {
    positionals: 'notice or nothing',
    options: { ko: 'text', en: 'text', from: 'text', until: 'text' },
    async run(context, args) {
      const notice = await noticeAdminOf(context, args).put(noticeIn(context, args));
      context.print(noticeText(context, notice));
    },
  },
  'end-notice': {
    positionals: 'notice',
    options: {},
    async run(context, args) {
      await noticeAdminOf(context, args).end(args.subject);
      context.print(`${args.subject}: ended · 끝냈어요`);
    },
  },
};
