import { Anchor } from '../elements.tsx';
import { Accordion, AccordionGroup, Expandable } from './accordion.tsx';
import { apiComponents } from './api/components.ts';
import { Badge } from './badge.tsx';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from './callout.tsx';
import { Card, Column, Columns, Tile } from './card.tsx';
import { CodeBlock, CodeGroup } from './code-block.tsx';
import { Color, ColorItem, ColorRow } from './color.tsx';
import type { Component } from './component.ts';
import { Frame } from './frame.tsx';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { Latex } from './latex.tsx';
import { MermaidDiagram } from './mermaid.tsx';
import { Prompt } from './prompt.tsx';
import { GitHubRepo } from './repository.tsx';
import { Step, Steps } from './steps.tsx';
import { Tab, Tabs } from './tabs.tsx';
import { Tooltip } from './tooltip.tsx';
import { Tree, TreeFile, TreeFolder } from './tree.tsx';
import { Update } from './update.tsx';
import { Panel, View, Visibility } from './view.tsx';
import { web3Components } from './web3/components.ts';

/** Every component that authors may use without an import, by its name in MDX. */
export const components: ReadonlyMap<string, Component> = new Map(
  Object.entries({
    Accordion,
    AccordionGroup,
    Badge,
    Callout,
    Card,
    CardGroup: Columns,
    Check,
    CodeBlock,
    CodeGroup,
    Color,
    'Color.Row': ColorRow,
    'Color.Item': ColorItem,
    Column,
    Columns,
    Danger,
    Expandable,
    FileTree: Tree,
    'FileTree.File': TreeFile,
    'FileTree.Folder': TreeFolder,
    Frame,
    'GitHub.Repo': GitHubRepo,
    Heading,
    Icon,
    Info,
    Latex,
    Link: Anchor,
    Mermaid: MermaidDiagram,
    Note,
    Panel,
    Prompt,
    Step,
    Steps,
    Tab,
    Tabs,
    Tile,
    Tip,
    Tooltip,
    Tree,
    'Tree.File': TreeFile,
    'Tree.Folder': TreeFolder,
    Update,
    View,
    Visibility,
    Warning,
    ...apiComponents,
    ...web3Components,
  } satisfies Record<string, Component>),
);
