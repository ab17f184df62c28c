// The declaration of `families`, with which an agent asks for tools that are off. The gateway runs it.
import { onDemandFamilies, type ToolDeclaration } from '@sallyport/protocol';

export const familiesTool: ToolDeclaration = {
  name: 'families',
  title: 'Families',
  description:
    'More tools, if the user agrees. capture: PDF, emulation, GIF. secrets: passwords. state: cookies, stored data, downloads. vision: pixels of screenshots.',
  inputSchema: {
    type: 'object',
    properties: { on: { type: 'string', enum: onDemandFamilies } },
    additionalProperties: false,
  },
  effect: 'act',
  runsInGateway: 'families',
};
