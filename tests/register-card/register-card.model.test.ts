import { cases } from '#cases/register-card/register-card.cases.ts';
import { registerCardMachine } from '#machines/register-card/register-card.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

const INPUT = { userId: 'kim', token: 'token-1', hasCard: false };

describeModel(registerCardMachine, { inputs: { 'a first card': INPUT }, ...cases });
