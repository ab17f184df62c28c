// The declaration of `batch`: several browser calls in one. The gateway runs it, since guard, limits and journal are there.
import { limits, surprises, type ToolDeclaration } from '@sallyport/protocol';

export const batchTool: ToolDeclaration = {
  name: 'batch',
  title: 'Batch',
  description:
    'Runs several browser tools in order in one call, such as a form from its fields to its button. Name elements by text or field, since new refs are not known in advance. ' +
    'Stops at the first error or surprise. Returns what each step changed and a snapshot.',
  inputSchema: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        minItems: 1,
        maxItems: limits.call.batchSteps,
        items: {
          type: 'object',
          properties: { tool: { type: 'string', description: 'click, type, …' }, args: { type: 'object' } },
          required: ['tool'],
        },
      },
      stopOn: {
        type: 'array',
        items: { type: 'string', enum: surprises },
        description:
          'Surprises; all by default. target: a ref whose role or name changed. value: a field that does not hold what was given.',
      },
    },
    required: ['steps'],
    additionalProperties: false,
  },
  effect: 'act',
  runsInGateway: 'batch',
};
