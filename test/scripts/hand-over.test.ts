/** What the first file hands over is what its chunks take. */
import { describe, expect, it } from 'vitest';
import { handOver, takeOver } from '../../scripts/embed/hand-over.js';

const names = ['a', 'b', 'c'];
const first =
  'class E{};const x=1,y=2,z=3;customElements.define("x-y",E);export{y as b,x as a,z as c};';

describe('handOver', () => {
  it('puts the exports on the registered class, in the order of their names', () => {
    expect(handOver(first, names)).toBe(
      'class E{};const x=1,y=2,z=3;customElements.define("x-y",E);E.$=[x,y,z];',
    );
  });

  it.each([
    ['a value that changes', first.replace('customElements', 'y=5;customElements'), 'y changes'],
    ['a counter', first.replace('customElements', '()=>z++;customElements'), 'z changes'],
    ['a name that is not exported', first.replace('x as a', 'x as d'), 'does not export a'],
    ['no registration', first.replace('define', 'get'), 'not registered'],
  ])('refuses %s', (_, code, message) => {
    expect(() => handOver(code, names)).toThrow(message);
  });
});

describe('takeOver', () => {
  const take = (code: string) => takeOver(code, names, 'first.js', 'x-y');

  it('takes what it imported from the class, and leaves other imports', () => {
    expect(take('import{c as t,a as e}from"../first.js";import{q}from"./q.js";t(e,q)')).toBe(
      'const{2:t,0:e}=customElements.get("x-y").$;import{q}from"./q.js";t(e,q)',
    );
  });

  it('needs nothing where only the effect was wanted, which has happened', () => {
    expect(take('import"../first.js";f()')).toBe('f()');
  });

  it.each(['import*as t from"../first.js";', 'import t from"../first.js";'])(
    'refuses %s',
    (code) => {
      expect(() => take(code)).toThrow('as a whole');
    },
  );
});
