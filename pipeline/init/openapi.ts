/** A small API, to be replaced by the site's own. */
export function starterApi(name: string): string {
  return `openapi: 3.1.0
info:
  title: Notes API
  version: 1.0.0
  description: ${JSON.stringify(`An example. Replace this file with the OpenAPI description of ${name}.`)}
servers:
  - url: https://api.example.com/v1
security:
  - token: []
paths:
  /notes:
    get:
      operationId: listNotes
      summary: List notes
      description: Lists notes, newest first.
      parameters:
        - name: limit
          in: query
          description: How many notes to list.
          schema: { type: integer, minimum: 1, maximum: 100, default: 20 }
      responses:
        "200":
          description: The notes.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Note" }
    post:
      operationId: createNote
      summary: Create a note
      description: Creates a note and returns it.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties:
                text: { type: string, description: What the note says., example: Buy milk }
      responses:
        "201":
          description: The new note.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Note" }
  /notes/{id}:
    get:
      operationId: getNote
      summary: Get a note
      description: Returns one note.
      parameters:
        - name: id
          in: path
          required: true
          description: Id of the note.
          schema: { type: string, example: note_1 }
      responses:
        "200":
          description: The note.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Note" }
        "404":
          description: There is no such note.
components:
  securitySchemes:
    token:
      type: http
      scheme: bearer
      description: The key of your account.
  schemas:
    Note:
      type: object
      required: [id, text]
      properties:
        id: { type: string, description: Id of the note., example: note_1 }
        text: { type: string, description: What the note says., example: Buy milk }
        createdAt: { type: string, format: date-time, description: When it was created. }
`;
}
