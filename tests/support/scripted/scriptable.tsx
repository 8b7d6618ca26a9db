import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { Card } from '#src/ui/card.tsx';

type View = ComponentType<{ readonly actor: AnyActorRef; readonly trailing?: ReactNode }>;

/** A view that is replaced by a few words and its links where its flow is scripted. */
function unlessScripted(Whole: View, isScreen: boolean): View {
  return function Shown(props) {
    const isScripted = useSelector(props.actor, (snapshot) => snapshot?.context === undefined);
    if (!isScripted) return <Whole {...props} />;
    return isScreen ? (
      <Card title="Scripted" />
    ) : (
      <>
        <p>Scripted</p>
        {props.trailing}
      </>
    );
  };
}

/** All exports of a module of views, with the view of this name able to stand for a scripted flow. */
export async function scriptable(
  original: () => Promise<unknown>,
  name: string,
  isScreen: boolean,
): Promise<Record<string, unknown>> {
  const views = (await original()) as Record<string, View>;
  return { ...views, [name]: unlessScripted(views[name] as View, isScreen) };
}
