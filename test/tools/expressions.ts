/** Every regular expression that stands in a source, as TypeScript reads it. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Expression {
  /** The file, and the line in it. */
  place: string;
  file: string;
  source: string;
  flags: string;
}

/** Literals, and `new RegExp` of constant text. What a program puts together is left out. */
export function expressionsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const text = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const add = (node: ts.Node, source: string, flags: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ place: `${file}:${line + 1}`, file, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.getText(tree) === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      if (source && ts.isStringLiteralLike(source)) {
        add(node, source.text, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
