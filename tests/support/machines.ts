import { type AnyStateMachine, StateMachine } from 'xstate';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

/** The exports of each file of a machine, by the path of the file. */
export const MACHINE_MODULES = import.meta.glob<Record<string, unknown>>('/machines/**/*.machine.ts', {
  eager: true,
});

/** The machines among the exports of a file. */
export const machinesAmong = (exports: object): readonly AnyStateMachine[] =>
  Object.values(exports).filter(isMachine);

/** All machines. */
export const MACHINES = Object.values(MACHINE_MODULES).flatMap(machinesAmong);
