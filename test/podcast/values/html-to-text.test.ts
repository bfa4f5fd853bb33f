/** HTML notes as plain text. */
import { describe, expect, it } from 'vitest';
import { isHtml, oneLine, htmlToText } from '../../../src/podcast/values/html-to-text.js';

describe('htmlToText', () => {
  it.each([
    ['<p>One &amp; <b>two</b></p><p>three</p>', 'One & two\nthree'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<ul><li>a</li> <li>b</li></ul>', 'a\nb'],
    ['a\n  b\t<i>c</i>', 'a b c'],
    ['two\nlines  of   text', 'two\nlines of text'],
    ['3 < 4, I <3 you', '3 < 4, I <3 you'],
    ['a <style>p { x: y }</style>b<SCRIPT>1 < 2</script> c', 'a b c'],
    ['a <script>never closed', 'a'],
    ['a <!-- note --> b', 'a b'],
    ['a <b unclosed', 'a'],
    ['&lt;b&gt; &eacute; &#x1F600; &bogus; R&D', '<b> é 😀 &bogus; R&D'],
    ['<p>&lt;b&gt; is bold, &amp;lt; is &lt;</p>', '<b> is bold, &lt; is <'],
    ['one\n\n\ntwo', 'one\ntwo'],
    ['one\ttwo\fthree\rfour', 'one two three four'],
    ['a <i>b</i>\nc', 'a b c'],
    ['a<STYLE>x</style >b<style>y</STYLE\n>c', 'abc'],
    ['a<script>b</style>c</script>d', 'ad'],
    ['a<STYLE>x</STYLE>b', 'ab'],
    ['a<styled>b', 'ab'],
    ['a<h1>b</h1><hr>c<table><tr>d<blockquote>e<pre>f', 'a\nb\nc\nd\ne\nf'],
    ['a<ol>b<ul>c<dl>d<dt>e<dd>f<section>g<article>h<figure>i', 'a\nb\nc\nd\ne\nf\ng\nh\ni'],
    ['a<P CLASS="x">b<header>c<h7>d<param>e', 'a\nbcde'],
    ['a</b>b<!DOCTYPE>c<?php d ?>e', 'abce'],
    ['a<1>b< b>c', 'a<1>b< b>c'],
    ['no tags & none', 'no tags & none'],
    ['<p> </p>', undefined],
    ['', undefined],
  ])('turns %j into %j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

describe('oneLine', () => {
  it('joins lines and blanks', () => {
    expect(oneLine('  The\r\n\t pilot   boat ')).toBe('The pilot boat');
    expect(oneLine(' \n ')).toBeUndefined();
  });
});

describe('isHtml', () => {
  it.each(['<p>', 'a</b>', 'a<!--', '&amp;', '&#39;', '&#x27;', '&AMP;', '&frac12;', '<B'])(
    'is true for %s',
    (text) => {
      expect(isHtml(text)).toBe(true);
    },
  );

  it.each(['plain', '3 < 4', 'R&D more', '&;', '&#;', '&#x;', '&amp ', '&1;', '<3', '&#xg;'])(
    'is false for %s',
    (text) => {
      expect(isHtml(text)).toBe(false);
    },
  );
});
