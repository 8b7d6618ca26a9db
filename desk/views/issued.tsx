import { useDeskText } from '#desk/app/text.ts';
import type { Issued } from '#machines/desk/desk.types.ts';
import { qrCodePath } from '#src/views/qr/draw.ts';
import styles from './issued.module.css';
import { useTime } from './localized.ts';

/** A QR code with a text as its content. */
function QrPicture({ content, label }: { readonly content: string; readonly label: string }) {
  const { side, path } = qrCodePath(content);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} className={styles['picture']}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A value that an act has issued: a code, an app link or a password link. */
export function IssuedText({
  issued,
  timeZone,
}: {
  readonly issued: Issued;
  readonly timeZone: string | undefined;
}) {
  const text = useDeskText();
  const time = useTime(timeZone);
  const until = <p>{text('desk.issued.until', { time: time(issued.validUntil) })}</p>;
  switch (issued.kind) {
    case 'code':
      return (
        <>
          <p>{text('desk.issued.codeLead')}</p>
          <output className={styles['code']}>{issued.code}</output>
          {issued.isAcceptedNowhere ? <p>{text('desk.issued.unused')}</p> : null}
          {until}
        </>
      );
    case 'appLink':
      return (
        <>
          <p>{text('desk.issued.appLinkLead')}</p>
          <QrPicture content={issued.link} label={text('desk.issued.qr')} />
          {until}
        </>
      );
    case 'sent':
      return (
        <>
          <p>{text('desk.issued.sentTo', { to: issued.to.join(', ') })}</p>
          {until}
        </>
      );
    case 'link':
      return (
        <>
          <p>{text(issued.reason === 'noMail' ? 'desk.issued.noMail' : 'desk.issued.noGateway')}</p>
          <p>{text('desk.issued.linkLead')}</p>
          <output className={styles['link']}>{issued.link}</output>
          {until}
        </>
      );
  }
}
