/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */

/**
 * One statement of a pipeline file, without its semicolon. Expressions, types, and queries are token
 * sequences here; Flink's planner reads them.
 */
grammar PipelineFile;

options {
  caseInsensitive = true;
  superClass = ClauseParser;
}

@parser::header {
import dev.deltacdc.job.pipeline.ClauseParser;
}

statement : ( setting | use | CREATE creation | applyChanges ) EOF ;

setting : SET key=STRING EQ value=STRING ;

use : USE ( CATALOG catalog=identifier | ( DATABASE | SCHEMA )? name ) ;

creation
  : TABLE source
  | TEMPORARY ( TABLE source | VIEW view )
  | STREAMING TABLE streamingTable
  | MATERIALIZED VIEW streamingTable
  | SNAPSHOT TABLE snapshotTable
  | FLOW flow
  | OR ( REFRESH ( ( STREAMING TABLE | MATERIALIZED VIEW ) streamingTable | SNAPSHOT TABLE snapshotTable ) | REPLACE TEMPORARY VIEW view )
  ;

/** Of a Delta table the columns may be left out. */
source : ifNotExists? name ( LPAREN columns=balanced RPAREN )? ( COMMENT STRING )? WITH options_ ;

view : ifNotExists? name ( LPAREN expectation ( COMMA expectation )* RPAREN )? ( COMMENT STRING )? AS query ;

/** A materialized view has the same parts but for the flow. */
streamingTable : ifNotExists? name ( LPAREN tableElement ( COMMA tableElement )* RPAREN )? tableClause* tableFlow? ;

tableElement : expectation | primaryKey | column ;

primaryKey : PRIMARY KEY columnList ( NOT ENFORCED )? ;

column : columnName type ( COMMENT STRING )? ;

/** CONSTRAINT and PRIMARY start another element here; a column of that name stands in backquotes, as in Flink. */
columnName : WORD | BACKQUOTED | columnKeyword ;

type : typePart+ ;

typePart
  : LPAREN balanced RPAREN
  | LT nestedType GT
  | ~( LPAREN | RPAREN | LT | GT | COMMA | COMMENT )
  ;

nestedType : ( LT nestedType GT | LPAREN balanced RPAREN | ~( LPAREN | RPAREN | LT | GT ) )* ;

expectation : CONSTRAINT identifier EXPECT LPAREN condition=balanced RPAREN ( ON VIOLATION violation )? ;

violation : DROP ROW | FAIL UPDATE | QUARANTINE ;

tableClause
  : PARTITIONED BY columnList       # partitionedBy
  | CLUSTER BY columnList           # clusterBy
  | COMMENT STRING                  # tableComment
  | TBLPROPERTIES options_          # tableProperties
  | AS query                        # asQuery
  | ~( LPAREN | PARTITIONED | CLUSTER | COMMENT | TBLPROPERTIES | AS | FLOW ) rest   # unknownTableClause
  ;

/** The table's own flow, in one statement with it. */
tableFlow : FLOW AUTO CDC ONCE? cdcClause* ;

/** The old name of AUTO CDC, as a statement of its own. */
applyChanges : APPLY CHANGES INTO name cdcClause* ;

flow : identifier ( COMMENT STRING )? AS flowBody ;

flowBody
  : ( AUTO CDC | APPLY CHANGES ) ONCE? INTO name cdcClause*   # autoCdc
  | INSERT INTO name ( BY NAME )? query                       # append
  ;

cdcClause
  : FROM cdcSource                          # cdcFrom
  | KEYS columnList                         # cdcKeys
  | APPLY AS applyWhen                      # applyAs
  | SEQUENCE BY sequence_                   # sequenceBy
  | COLUMNS selection                       # columns
  | STORED AS SCD TYPE NUMBER               # storedAs
  | COMMENT STRING                          # cdcComment
  | IGNORE NULL UPDATES ( ON selection )?   # ignoreNullUpdates
  | TRACK HISTORY ON selection              # trackHistory
  | ~( FROM | KEYS | APPLY | SEQUENCE | COLUMNS | STORED | COMMENT | IGNORE | TRACK | ON ) rest   # unknownCdcClause
  ;

cdcSource
  : STREAM ( LPAREN name RPAREN | name )
  | SNAPSHOT ( LPAREN name RPAREN | name )
  ;

applyWhen : kind=( DELETE | TRUNCATE ) WHEN expression ;

sequence_
  : STRUCT LPAREN structPart ( COMMA structPart )* RPAREN     # structSequence
  | expression                                                # plainSequence
  ;

structPart : ( LPAREN balanced RPAREN | ~( LPAREN | RPAREN | COMMA ) )+ ;

selection
  : STAR EXCEPT columnList
  | identifier ( COMMA identifier )*
  | columnList
  ;

snapshotTable : ifNotExists? name snapshotClause* ;

snapshotClause
  : SNAPSHOT OF name EVERY DAY        # snapshotOf
  | EVENT TIME identifier             # eventTime
  | TIME ZONE STRING                  # timeZone
  | START DATE STRING                 # startDate
  | ROWS rowsMode                     # rows
  | LATE EVENTS NUMBER (DAYS | DAY)   # lateEvents
  | RETAIN NUMBER (DAYS | DAY)        # retain
  | COMMENT STRING                    # snapshotComment
  | ~( SNAPSHOT | EVENT | TIME | START | ROWS | LATE | RETAIN | COMMENT ) rest   # unknownSnapshotClause
  ;

rowsMode : ALL | CHANGED ( ON columnList )? ;

/** What follows a word that starts no clause, up to the next clause. */
rest : { skipToClause(); } ;

query : ( SELECT | WITH | LPAREN ) ~CREATE* ;

/** Up to the next clause; where that starts is known to the parser's base class. */
expression : { takeExpression(); } ;

balanced : ( LPAREN balanced RPAREN | ~( LPAREN | RPAREN ) )* ;

options_ : LPAREN option ( COMMA option )* RPAREN ;

option : key=STRING EQ value=STRING ;

columnList : LPAREN identifier ( COMMA identifier )* RPAREN ;

ifNotExists : IF NOT EXISTS ;

name : identifier ( DOT identifier )* ;

identifier : WORD | BACKQUOTED | keyword ;

/** Words of this grammar name columns and tables too. */
keyword : CONSTRAINT | PRIMARY | columnKeyword ;

columnKeyword
  : ALL | APPLY | AS | AUTO | BY | CATALOG | CDC | CHANGED | CHANGES | CLUSTER | COLUMNS | COMMENT
  | CREATE | DATABASE | DATE | DAY | DAYS | DELETE | DROP | ENFORCED | EVENT | EVENTS | EVERY | EXCEPT | EXISTS
  | EXPECT | FAIL | FLOW | FROM | HISTORY | IF | IGNORE | INSERT | INTO | KEY | KEYS | LATE | MATERIALIZED | NAME | NOT | NULL
  | OF | ON | ONCE | OR | PARTITIONED | QUARANTINE | REFRESH | REPLACE | RETAIN | ROW | ROWS | SCD
  | SCHEMA | SELECT | SEQUENCE | SET | SNAPSHOT | START | STORED | STREAM | STREAMING | STRUCT | TABLE
  | TBLPROPERTIES | TEMPORARY | TIME | TRACK | TRUNCATE | TYPE | UPDATE | UPDATES | USE | VIEW
  | VIOLATION | WHEN | WITH | ZONE
  ;

ALL : 'ALL' ;
APPLY : 'APPLY' ;
AS : 'AS' ;
AUTO : 'AUTO' ;
BY : 'BY' ;
CATALOG : 'CATALOG' ;
CDC : 'CDC' ;
CHANGED : 'CHANGED' ;
CHANGES : 'CHANGES' ;
CLUSTER : 'CLUSTER' ;
COLUMNS : 'COLUMNS' ;
COMMENT : 'COMMENT' ;
CONSTRAINT : 'CONSTRAINT' ;
CREATE : 'CREATE' ;
DATABASE : 'DATABASE' ;
DATE : 'DATE' ;
DAY : 'DAY' ;
DAYS : 'DAYS' ;
DELETE : 'DELETE' ;
DROP : 'DROP' ;
ENFORCED : 'ENFORCED' ;
EVENT : 'EVENT' ;
EVENTS : 'EVENTS' ;
EVERY : 'EVERY' ;
EXCEPT : 'EXCEPT' ;
EXISTS : 'EXISTS' ;
EXPECT : 'EXPECT' ;
FAIL : 'FAIL' ;
FLOW : 'FLOW' ;
FROM : 'FROM' ;
HISTORY : 'HISTORY' ;
IF : 'IF' ;
IGNORE : 'IGNORE' ;
INSERT : 'INSERT' ;
INTO : 'INTO' ;
KEY : 'KEY' ;
KEYS : 'KEYS' ;
LATE : 'LATE' ;
MATERIALIZED : 'MATERIALIZED' ;
NAME : 'NAME' ;
NOT : 'NOT' ;
NULL : 'NULL' ;
OF : 'OF' ;
ON : 'ON' ;
ONCE : 'ONCE' ;
OR : 'OR' ;
PARTITIONED : 'PARTITIONED' ;
PRIMARY : 'PRIMARY' ;
QUARANTINE : 'QUARANTINE' ;
REFRESH : 'REFRESH' ;
REPLACE : 'REPLACE' ;
RETAIN : 'RETAIN' ;
ROW : 'ROW' ;
ROWS : 'ROWS' ;
SCD : 'SCD' ;
SCHEMA : 'SCHEMA' ;
SELECT : 'SELECT' ;
SEQUENCE : 'SEQUENCE' ;
SET : 'SET' ;
SNAPSHOT : 'SNAPSHOT' ;
START : 'START' ;
STORED : 'STORED' ;
STREAM : 'STREAM' ;
STREAMING : 'STREAMING' ;
STRUCT : 'STRUCT' ;
TABLE : 'TABLE' ;
TBLPROPERTIES : 'TBLPROPERTIES' ;
TEMPORARY : 'TEMPORARY' ;
TIME : 'TIME' ;
TRACK : 'TRACK' ;
TRUNCATE : 'TRUNCATE' ;
TYPE : 'TYPE' ;
UPDATE : 'UPDATE' ;
UPDATES : 'UPDATES' ;
USE : 'USE' ;
VIEW : 'VIEW' ;
VIOLATION : 'VIOLATION' ;
WHEN : 'WHEN' ;
WITH : 'WITH' ;
ZONE : 'ZONE' ;

SEMICOLON : ';' ;
LPAREN : '(' ;
RPAREN : ')' ;
COMMA : ',' ;
DOT : '.' ;
STAR : '*' ;
EQ : '=' ;
LT : '<' ;
GT : '>' ;
BANG_EQ : '!=' ;
EQ_EQ : '==' ;
DOUBLE_COLON : '::' ;
OPERATOR : '<=' | '>=' | '<>' | '||' | '=>' | '->' ;

STRING : '\'' ( ~'\'' | '\'\'' )* '\'' ;
UNCLOSED_STRING : '\'' ( ~'\'' | '\'\'' )* EOF ;
BACKQUOTED : '`' ( ~'`' | '``' )+ '`' ;
DOUBLE_QUOTED : '"' ~'"'* '"' ;
NUMBER : [0-9]+ ( '.' [0-9]* )? ( 'E' [+-]? [0-9]+ )? ;
WORD : [\p{L}_] [\p{L}\p{Nd}_$]* ;

LINE_COMMENT : '--' ~[\r\n]* -> channel(HIDDEN) ;
BLOCK_COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
UNCLOSED_COMMENT : '/*' ( ~'*' | '*'+ ~[*/] )* '*'* EOF ;
SPACE : [\p{White_Space}\uFEFF]+ -> channel(HIDDEN) ;
OTHER : . ;
