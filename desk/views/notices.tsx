import { useDeskText } from '#desk/app/text.ts';
import type { ActValues } from '#machines/desk/desk.types.ts';
import { isActAllowed } from '#machines/desk/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import type { Notice } from '#wire/desk/notices.ts';
import { ActResultMessage } from './act-result.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useTime } from './localized.ts';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry } from './section.tsx';

/** A time in the format of the input field, `2026-11-26 09:00`, which is the Swedish format. */
const formatForInput = (epochMs: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(epochMs);

/** The screen of notices: current, future and recently ended notices. */
export function NoticesScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { info, session } = snapshot.context;
  const timeZone = session?.timeZone;
  const time = useTime(timeZone);
  const notices = info?.screen === 'notices' ? info.notices : null;
  const canPublish = isActAllowed(snapshot.context, 'putNotice');
  const hasEnded = ({ until }: Notice) => session !== null && until <= session.now;
  const publish = (values: ActValues) => actor.send({ type: 'act.chosen', act: 'putNotice', values });
  const formValuesOf = ({ noticeId, ko, en, from, until }: Notice): ActValues => ({
    noticeId,
    ko,
    en,
    from: formatForInput(from, timeZone),
    until: formatForInput(until, timeZone),
  });
  return (
    <Card title={text('desk.notices')}>
      <ActResultMessage snapshot={snapshot} />
      <FailureMessage actor={actor} snapshot={snapshot} />
      {notices === null && snapshot.hasTag('busy') ? <Spinner /> : null}
      {notices?.length === 0 ? <p>{text('desk.notices.none')}</p> : null}
      <Entries label={text('desk.notices')}>
        {(notices ?? []).map((notice) => (
          <Entry
            key={notice.noticeId}
            id={notice.noticeId}
            title={
              <>
                <span lang="ko">{notice.ko}</span>
                <br />
                <span lang="en">{notice.en}</span>
              </>
            }
            details={[
              hasEnded(notice) && text('desk.notices.over'),
              `${time(notice.from)} ~ ${time(notice.until)}`,
              text('desk.notices.by', { name: notice.by }),
            ]
              .filter(Boolean)
              .join(' · ')}
            action={
              canPublish && !hasEnded(notice) ? (
                <>
                  <TextLink describedBy={notice.noticeId} onClick={() => publish(formValuesOf(notice))}>
                    {text('desk.notices.change')}
                  </TextLink>
                  <TextLink
                    describedBy={notice.noticeId}
                    onClick={() =>
                      actor.send({
                        type: 'act.chosen',
                        act: 'endNotice',
                        values: { noticeId: notice.noticeId },
                      })
                    }
                  >
                    {text('desk.act.endNotice')}
                  </TextLink>
                </>
              ) : null
            }
          />
        ))}
      </Entries>
      {canPublish && notices !== null ? (
        <Button kind="secondary" onClick={() => publish({})}>
          {text('desk.act.putNotice')}
        </Button>
      ) : null}
    </Card>
  );
}
