// Arguments mirrored in headers: which annotations count, which tools they spoil, and how values are written.
import { describe, expect, it } from 'vitest';
import { mirroredParams, paramHeaders } from './param-headers.ts';

const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('annotations', () => {
  it('are found at any depth of properties', () => {
    const found = mirroredParams(
      schema({ region, where: schema({ zone: { type: 'integer', 'x-mcp-header': 'Zone' } }) }),
    );
    expect(found).toEqual([
      { path: ['region'], header: 'Region' },
      { path: ['where', 'zone'], header: 'Zone' },
    ]);
    expect(mirroredParams(schema({ plain: { type: 'string', default: { 'x-mcp-header': 'No' } } }))).toEqual([]);
  });

  it.each([
    ['an empty name', { a: { type: 'string', 'x-mcp-header': '' } }],
    ['a name with a blank', { a: { type: 'string', 'x-mcp-header': 'My Region' } }],
    ['a name that is none', { a: { type: 'string', 'x-mcp-header': 7 } }],
    ['an object', { a: { type: 'object', 'x-mcp-header': 'A' } }],
    ['a fraction', { a: { type: 'number', 'x-mcp-header': 'A' } }],
    ['no type', { a: { 'x-mcp-header': 'A' } }],
    ['two of one name', { a: region, b: { ...region, 'x-mcp-header': 'REGION' } }],
    ['items of a list', { a: { type: 'array', items: region } }],
    ['a branch', { a: { anyOf: [region] } }],
  ])('spoil their tool: %s', (_, properties) => {
    expect(mirroredParams(schema(properties))).toBeUndefined();
  });

  it('spoil their tool at its root and among its definitions', () => {
    expect(mirroredParams({ ...schema({}), 'x-mcp-header': 'Root' })).toBeUndefined();
    expect(mirroredParams(schema({}, { $defs: { region } }))).toBeUndefined();
  });
});

describe('headers', () => {
  const params = [{ path: ['a', 'b'], header: 'B' }];
  const written = (b: unknown) => paramHeaders(params, { a: { b } })['Mcp-Param-B'];

  it.each([
    ['us-west1', 'us-west1'],
    ['two words', 'two words'],
    [42, '42'],
    [false, 'false'],
    ['', '=?base64??='],
    [' edge', '=?base64?IGVkZ2U=?='],
    ['ä', '=?base64?w6Q=?='],
    ['a\r\nb', '=?base64?YQ0KYg==?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ])('write %j as %s', (value, expected) => {
    expect(written(value)).toBe(expected);
  });

  it.each([[undefined], [null], [1.5], [2 ** 60], [{}], [['x']]])('leave out %j', (value) => {
    expect(written(value)).toBeUndefined();
    expect(paramHeaders(params, {})).toEqual({});
  });
});
