import { type DeskKey, useDeskText } from '#desk/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import type { DeskState } from '#wire/desk/state.ts';
import { ActResultMessage } from './act-result.tsx';
import { Failed } from './failed.tsx';
import { useTime } from './localized.ts';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Section } from './section.tsx';

const PARTS: Readonly<Record<string, DeskKey>> = {
  storage: 'desk.state.part.storage',
  keys: 'desk.state.part.keys',
  disk: 'desk.state.part.disk',
};

type PartProps = { readonly state: DeskState; readonly timeZone: string | undefined };

const partKey = (name: string): DeskKey | undefined => PARTS[name];

function Due({ state: { due }, timeZone }: PartProps) {
  const text = useDeskText();
  const time = useTime(timeZone);
  const nameOf = ({ what, name }: DeskState['due'][number]): string => {
    const key = what === 'partFails' ? partKey(name) : undefined;
    return key === undefined ? name : text(key);
  };
  return (
    <Section title={text('desk.state.due')}>
      {due.length === 0 ? (
        <Message tone="success">{text('desk.state.nothingDue')}</Message>
      ) : (
        due.map((one) => (
          <Message key={`${one.what} ${one.name} ${one.server}`} tone="warning">
            {text(`desk.state.due.${one.what}`, {
              name: nameOf(one),
              server: one.server,
              time: one.by === null ? '' : time(one.by),
            })}
          </Message>
        ))
      )}
    </Section>
  );
}

function Servers({ state: { servers, gateways }, timeZone }: PartProps) {
  const text = useDeskText();
  const time = useTime(timeZone);
  const works = (is: boolean) => text(is ? 'desk.state.works' : 'desk.state.fails');
  const partOf = (name: string) => {
    const key = partKey(name);
    return key === undefined ? name : text(key);
  };
  return (
    <>
      <Section title={text('desk.state.servers')}>
        <Entries label={text('desk.state.servers')}>
          {servers.map(({ serverId, name, version, schema, state, startedAt, seenAt, parts, hashes }) => (
            <Entry
              key={serverId}
              title={name}
              remark={[
                text(`desk.state.server.${state}`),
                text('desk.state.version', { version, schema }),
                ...Object.entries(parts).map(([part, is]) => `${partOf(part)}: ${works(is)}`),
                text('desk.state.hashes', hashes),
                text('desk.state.started', { time: time(startedAt) }),
                text('desk.state.seen', { time: time(seenAt) }),
              ].join(' · ')}
            />
          ))}
        </Entries>
      </Section>
      <Section title={text('desk.state.gateways')}>
        <Entries label={text('desk.state.gateways')}>
          {gateways.map(({ kind, isThere, isWorking, lastAt }) => (
            <Entry
              key={kind}
              title={text(`desk.state.gateway.${kind}`)}
              remark={[
                isThere
                  ? isWorking === null
                    ? text('desk.state.unsent')
                    : works(isWorking)
                  : text('desk.state.absent'),
                lastAt !== null && time(lastAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </Entries>
      </Section>
    </>
  );
}

function Keys({ state: { certificates, keys }, timeZone }: PartProps) {
  const text = useDeskText();
  const time = useTime(timeZone);
  return (
    <>
      <Section title={text('desk.state.certificates')}>
        {certificates.length === 0 ? <p>{text('desk.state.noCertificates')}</p> : null}
        <Entries label={text('desk.state.certificates')}>
          {certificates.map(({ name, until }) => (
            <Entry key={name} title={name} remark={text('desk.until', { time: time(until) })} />
          ))}
        </Entries>
      </Section>
      <Section title={text('desk.state.keys')}>
        <Entries label={text('desk.state.keys')}>
          {keys.map(({ use, keyId, state, signsFrom, until }) => (
            <Entry
              key={`${use} ${keyId}`}
              title={text(`desk.state.key.${use}`)}
              remark={[
                keyId,
                text(`desk.state.key.${state}`),
                signsFrom !== null && text('desk.state.key.from', { time: time(signsFrom) }),
                until !== null && text('desk.until', { time: time(until) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </Entries>
      </Section>
    </>
  );
}

/** Servers, gateways, certificates, keys and pending tasks. */
export function StateScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { info, session } = snapshot.context;
  const props = info?.screen === 'state' ? { state: info.state, timeZone: session?.timeZone } : null;
  return (
    <Card title={text('desk.state')}>
      <ActResultMessage snapshot={snapshot} />
      <Failed actor={actor} snapshot={snapshot} />
      {props === null && snapshot.hasTag('busy') ? <Spinner /> : null}
      {props === null ? null : (
        <>
          <Due {...props} />
          <Servers {...props} />
          <Keys {...props} />
        </>
      )}
    </Card>
  );
}
