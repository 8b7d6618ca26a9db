import { type DeskKey, useDeskText } from '#desk/app/text.ts';
import { Card } from '#src/ui/card.tsx';
import { Message } from '#src/ui/message.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import type { DeskState } from '#wire/desk/state.ts';
import { ActResultMessage } from './act-result.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useTime } from './localized.ts';
import type { ScreenProps } from './screen.ts';
import { Entries, Entry, Section } from './section.tsx';

/** By part of a server that is checked: the key of its text. */
const PART_TEXT_KEYS: Readonly<Record<string, DeskKey>> = {
  storage: 'desk.state.part.storage',
  keys: 'desk.state.part.keys',
  disk: 'desk.state.part.disk',
};

type PartProps = { readonly state: DeskState; readonly timeZone: string | undefined };

const partKey = (name: string): DeskKey | undefined => PART_TEXT_KEYS[name];

/** The tasks that the operator has to do. */
function DueTasks({ state: { due }, timeZone }: PartProps) {
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
        due.map((task) => (
          <Message key={`${task.what} ${task.name} ${task.server}`} tone="warning">
            {text(`desk.state.due.${task.what}`, {
              name: nameOf(task),
              server: task.server,
              time: task.by === null ? '' : time(task.by),
            })}
          </Message>
        ))
      )}
    </Section>
  );
}

/** The servers and the gateways. */
function Servers({ state: { servers, gateways }, timeZone }: PartProps) {
  const text = useDeskText();
  const time = useTime(timeZone);
  const statusText = (isWorking: boolean) => text(isWorking ? 'desk.state.works' : 'desk.state.fails');
  const partName = (name: string) => {
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
              details={[
                text(`desk.state.server.${state}`),
                text('desk.state.version', { version, schema }),
                ...Object.entries(parts).map(
                  ([part, isWorking]) => `${partName(part)}: ${statusText(isWorking)}`,
                ),
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
              details={[
                isThere
                  ? isWorking === null
                    ? text('desk.state.unsent')
                    : statusText(isWorking)
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

/** The certificates and the keys. */
function Keys({ state: { certificates, keys }, timeZone }: PartProps) {
  const text = useDeskText();
  const time = useTime(timeZone);
  return (
    <>
      <Section title={text('desk.state.certificates')}>
        {certificates.length === 0 ? <p>{text('desk.state.noCertificates')}</p> : null}
        <Entries label={text('desk.state.certificates')}>
          {certificates.map(({ name, until }) => (
            <Entry key={name} title={name} details={text('desk.until', { time: time(until) })} />
          ))}
        </Entries>
      </Section>
      <Section title={text('desk.state.keys')}>
        <Entries label={text('desk.state.keys')}>
          {keys.map(({ use, keyId, state, signsFrom, until }) => (
            <Entry
              key={`${use} ${keyId}`}
              title={text(`desk.state.key.${use}`)}
              details={[
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

/** The screen of the state of the servers: pending tasks, servers, gateways, certificates and keys. */
export function StateScreen({ actor, snapshot }: ScreenProps) {
  const text = useDeskText();
  const { info, session } = snapshot.context;
  const props = info?.screen === 'state' ? { state: info.state, timeZone: session?.timeZone } : null;
  return (
    <Card title={text('desk.state')}>
      <ActResultMessage snapshot={snapshot} />
      <FailureMessage actor={actor} snapshot={snapshot} />
      {props === null && snapshot.hasTag('busy') ? <Spinner /> : null}
      {props === null ? null : (
        <>
          <DueTasks {...props} />
          <Servers {...props} />
          <Keys {...props} />
        </>
      )}
    </Card>
  );
}
