import type { AnyActorRef } from 'xstate';

/** The ids of the actors from the portal to one of its descendants; empty for the portal itself. */
export function actorPath(actor: AnyActorRef): readonly string[] {
  const ids: string[] = [];
  for (let ancestor: AnyActorRef | undefined = actor; ancestor?._parent; ancestor = ancestor._parent)
    ids.unshift(ancestor.id);
  return ids;
}

/** The running actor at a path; undefined when there is none. */
export const actorAt = (portal: AnyActorRef, path: readonly string[]): AnyActorRef | undefined =>
  path.reduce<AnyActorRef | undefined>((actor, id) => {
    const children: Readonly<Record<string, AnyActorRef>> = actor?.getSnapshot().children ?? {};
    return Object.hasOwn(children, id) ? children[id] : undefined;
  }, portal);
